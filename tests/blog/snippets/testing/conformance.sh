npm install --save-exact @modelcontextprotocol/conformance@0.2.0-alpha.12
npx conformance server --url http://localhost:3000/mcp --requirements 2026-07-28 -o out
npx conformance server --url http://localhost:3000/mcp --requirements 2025-11-25 -o out
