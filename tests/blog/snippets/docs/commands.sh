node build/cli.js generate openapi.yaml --out my-server
node build/cli.js inspect openapi.yaml --json
node build/cli.js serve openapi.yaml --port 3000 --mock
node build/cli.js check http://localhost:3000/mcp
node build/cli.js check my-server
node build/cli.js eval tasks.json --server http://localhost:3000/mcp --model openai:gpt-5
