node build/cli.js check http://localhost:3000/mcp
