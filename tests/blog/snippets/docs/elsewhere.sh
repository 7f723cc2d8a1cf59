docker build --tag my-server .
docker run --env-file .env --publish 3000:3000 my-server

npx wrangler secret put NAME_OF_A_CREDENTIAL
npx wrangler deploy
