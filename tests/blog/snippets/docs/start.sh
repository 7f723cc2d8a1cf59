npm install
cp .env.example .env    # then fill in the credentials
npm run build
npm start               # http://localhost:3000/mcp
npm run start:stdio     # or over stdin and stdout
