import { GATE_TIERS, LIMITS, TIER_NAMES, type GateTier } from '#app/billing/limits.ts';

/** An answer about the product itself. */
export interface HelpTopic {
  id: string;
  title: string;
  /** Phrases that identify it; all words of one must occur, in any order, typos allowed. */
  keywords: string[];
  /** In plain sentences, with the exact names of buttons and screens. */
  answer: string;
}

/** Everything that the built-in builder knows about the product. Each sentence must be true today. */
// oxfmt-ignore
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    id: 'mcp',
    title: 'MCP',
    keywords: ['model context protocol', 'mcp server', 'mean mcp'],
    answer: 'MCP, the Model Context Protocol, is the standard by which AI clients such as Claude or Cursor use outside systems. An MCP server offers tools, resources and prompts; this builder makes one from an API.',
  },
  {
    id: 'tool',
    title: 'MCP tool',
    keywords: ['tool mean', 'tool definition', 'difference tool resource', 'difference tool endpoint', 'tool', 'resource', 'prompt', 'tool resource prompt', 'mcp resource', 'mcp prompt'],
    answer: 'A tool is something a model can call: a name, a description, arguments and what it does, here usually one HTTP request. A resource is content that a client reads, and a prompt is a ready text that a person chooses. I build tools; resources and prompts need a connected model.',
  },
  {
    id: 'report',
    title: 'readiness report',
    keywords: ['readiness score', 'readiness', 'report score', 'score mean', 'score made', 'score calculated', 'score', 'grade', 'report mean', 'report', 'improve score', 'raise score'],
    answer: 'The readiness report checks the blueprint, the generated files and the running endpoint, and runs the examples of the tools. It answers whether the server may go to production: “Ready” where no check fails, “3 things to fix” where three do, and “Not usable yet” where there are no tools, or more than clients take. The score out of 100 says how much is good: each check is worth 1 to 5 points, and a suggestion counts half. It is under **Report**, with a button at each thing to fix; “fix the report” here does what can be fixed at once.',
  },
  {
    id: 'mock',
    title: 'mock upstream',
    keywords: ['mock', 'mock answer', 'mock data', 'fake data', 'fake answer', 'example data', 'real upstream', 'real api', 'real data', 'switch real', 'live api'],
    answer: 'Until you switch it, calls are answered by the mock upstream: sample answers made from the document’s own examples and schemas, the same each time and without any request to the API. In **Setup**, under **Answers come from**, choose **Real upstream** to call the API itself; set its secrets first.',
  },
  {
    id: 'endpoint',
    title: 'server endpoint',
    keywords: ['endpoint mean', 'endpoint address', 'endpoint', 'server address', 'server url', 'mcp url', 'url server', 'where server running', 'reach server', 'draft token'],
    answer: 'Every draft runs at an MCP endpoint of its own, over Streamable HTTP. Its address and token are under **Use it**. Clients send the token, and their calls reach the real upstream while that is switched on. Without it a private server refuses the call; an unlisted or public one answers from the mock.',
  },
  {
    id: 'version',
    title: 'server version',
    keywords: ['version', 'version number', 'publish version', 'release', 'versioning', 'rollback version'],
    answer: 'A server has one version number, shown under its name and sent to clients. **Save** keeps the server as a numbered version of a project, which you can compare, publish and roll back; before that, each turn makes a restore point under **History** that you can compare and go back to.',
  },
  {
    id: 'draft',
    title: 'draft',
    keywords: ['draft mean', 'draft kept', 'draft expire', 'how long kept', 'expire', 'lose work', 'save work', 'save server', 'without account', 'need account', 'sign up', 'guest'],
    answer: 'The server that you build in a chat is a draft; it is saved after every change and runs at once. Without an account it lives 7 days after its last change; sign in at **/login** and your drafts move to your account.',
  },
  {
    id: 'blueprint',
    title: 'blueprint',
    keywords: ['blueprint mean', 'blueprint contain'],
    answer: 'The blueprint is the description that a server is made of: its identity, upstreams, tools, resources, prompts and the names of its secrets. The hosted endpoint, the mock, the report and the download all come from it.',
  },
  {
    id: 'deploy',
    title: 'deploy',
    keywords: ['deploy server', 'deployment', 'go live', 'production', 'host server', 'hosting', 'self host', 'deploy cloudflare', 'worker', 'put online', 'publish server', 'publish', 'deploy aws', 'deploy vercel'],
    answer: 'The draft is already live at its endpoint under **Use it**. For an address of its own, press **Save** and publish a version: it is hosted here behind API keys or a sign-in. For a deployment of your own press **Download**: the project contains a Dockerfile and a Cloudflare Worker configuration (`wrangler.toml`), and its README says how to run each. The project’s **GitHub** tab pushes it to a repository with its own CI.',
  },
  {
    id: 'share',
    title: 'share',
    keywords: ['share chat', 'share server', 'share link', 'send colleague', 'colleague', 'team', 'teammate', 'invite', 'public link', 'showcase', 'collaborate', 'private', 'unlisted', 'remix', 'fork'],
    answer: 'Press **Share**, above the server: **Private** is only you and clients with the server’s token, **Unlisted** is whoever has the link, **Public** also puts it in the showcase at /showcase. Readers see the conversation and the server, may remix them without your secrets, and call the endpoint on the mock; the dialog shows what looks like a secret first. A team, at /teams, shares projects among its members.',
  },
  {
    id: 'export',
    title: 'export download',
    keywords: ['export', 'download', 'download code', 'source code', 'code', 'zip', 'take it', 'own machine', 'run locally', 'run local', 'localhost', 'docker', 'dockerfile', 'container', 'run own', 'node', 'typescript', 'stdio'],
    answer: 'Press **Download** (or **Download .zip** under **Use it**): you get the same server as a TypeScript project with tests, Dockerfile, Worker configuration and README. `npm install`, `npm run build` and `npm start` serve it at http://localhost:3000/mcp, `npm run start:stdio` over stdin and stdout. Credentials go into `.env`.',
  },
  {
    id: 'connect',
    title: 'connect client',
    keywords: ['connect', 'install server', 'add client', 'use server', 'install client', 'client configuration', 'client config', 'windsurf', 'zed', 'cline', 'use it'],
    answer: 'Open **Use it**: under **Connect a client** are ready snippets for Claude Code, Claude Desktop, Cursor, VS Code and curl. Any other client that speaks Streamable HTTP takes the endpoint and the token as an `Authorization: Bearer` header.',
  },
  {
    id: 'connect-claude-desktop',
    title: 'connect Claude Desktop',
    keywords: ['claude desktop', 'claude app', 'claude'],
    answer: 'Open **Use it**, choose **Claude Desktop** under **Connect a client** and copy the snippet into `claude_desktop_config.json` (in Claude: Settings, Developer, Edit Config). It starts `npx mcp-remote` with your endpoint; restart Claude Desktop afterwards.',
  },
  {
    id: 'connect-claude-code',
    title: 'connect Claude Code',
    keywords: ['claude code', 'claude cli', 'claude terminal'],
    answer: 'Open **Use it**, choose **Claude Code** under **Connect a client** and run the copied command in a terminal: `claude mcp add --transport http` with the name, the endpoint and the token of this server.',
  },
  {
    id: 'connect-cursor',
    title: 'connect Cursor',
    keywords: ['cursor', 'cursor editor'],
    answer: 'Open **Use it**, choose **Cursor** under **Connect a client** and copy the snippet into `.cursor/mcp.json` of your project. It holds the endpoint and the token.',
  },
  {
    id: 'connect-vscode',
    title: 'connect VS Code',
    keywords: ['vs code', 'vscode', 'visual studio code', 'copilot', 'github copilot'],
    answer: 'Open **Use it**, choose **VS Code** under **Connect a client** and copy the snippet into `.vscode/mcp.json` of your workspace. It holds the endpoint and the token.',
  },
  {
    id: 'connect-chatgpt',
    title: 'connect ChatGPT',
    keywords: ['chatgpt', 'chat gpt', 'openai client', 'gemini client'],
    answer: 'There is no ready snippet for ChatGPT. It accepts remote MCP servers by their address; take the endpoint under **Use it**. ChatGPT may have no field for a token, without which a private server refuses calls and a shared one answers from the mock, so for real calls run the downloaded project at a public address.',
  },
  {
    id: 'connect-inspector',
    title: 'connect Inspector',
    keywords: ['inspector', 'mcp inspector', 'debug server', 'debug'],
    answer: 'Start `npx @modelcontextprotocol/inspector`, choose Streamable HTTP, and enter the endpoint under **Use it** and its token as a Bearer token. To try a tool without another program, use **Try it** here.',
  },
  {
    id: 'authentication',
    title: 'OAuth',
    keywords: ['oauth2', 'api authentication', 'authentication supported', 'supported authentication', 'authentication', 'bearer', 'basic auth', 'api key', 'client credential', 'authorization code', 'login user oauth'],
    answer: 'For the API behind a server I set up Bearer tokens, Basic, API keys in a header, the query or a cookie, and OAuth 2 client credentials: “the key goes into the header X-Key” is enough. An API whose users sign in with an OAuth authorization code can be connected, too: once for everybody, or by each caller.',
  },
  {
    id: 'secrets',
    title: 'secrets',
    keywords: ['set secret', 'enter token', 'enter key', 'put token', 'put key', 'put api key', 'set api key', 'set token', 'add secret', 'enter password', 'where secret', 'paste key', 'paste token', 'secret stored', 'credential', 'enter credential', 'secret value', 'key safe', 'safe secret'],
    answer: 'Open **Setup** and enter the value under **Secrets**. It is sealed, sent only to the addresses of the API, and never shown again; the server and the blueprint hold only the secret’s name. Do not paste it into the chat.',
  },
  {
    id: 'model',
    title: 'which model',
    keywords: ['who are you', 'what are you', 'model', 'model answer', 'which model are', 'who answer', 'are ai', 'ai', 'llm', 'gpt', 'bot', 'human', 'built builder', 'builder'],
    answer: 'I am the built-in builder: no language model, but a program that reads addresses, documents, commands, tables and plain requests. It costs nothing and sends your text nowhere. A model can be connected for what I do not understand.',
  },
  {
    id: 'connect-model',
    title: 'connect a model',
    keywords: ['connect model', 'better model', 'own model', 'use model', 'change model', 'switch model', 'choose model', 'model key', 'anthropic key', 'openai key', 'anthropic', 'openai', 'ollama', 'openrouter', 'groq', 'mistral', 'lm studio', 'vllm', 'local model', 'own key', 'smarter', 'bring key', 'use claude model', 'use gpt'],
    answer: 'Sign in and add a key on **/account** under **Model keys**: Anthropic, or OpenAI and whatever speaks its protocol. The model then appears in the menu of the message field. Turns on your own key do not count against your plan.',
  },
  {
    id: 'limits',
    title: 'limits price',
    keywords: ['limit', 'price', 'pricing', 'cost', 'free', 'plan', 'pay', 'paid', 'rate limit', 'quota', 'how many call', 'call per minute', 'how much', 'subscription', 'billing', 'upgrade', 'pro plan', 'team plan', 'maximum tool'],
    answer: `${GATE_TIERS.map(describeTier).join(' ')} Turns of the built-in builder and on your own model key are not limited by the plan. Plans are at /pricing.`,
  },
  {
    id: 'cannot',
    title: 'what the builder cannot do',
    keywords: ['what can you not do', 'what can you do not', 'cannot do', 'not able', 'limitation', 'not support', 'unsupported', 'write code', 'database', 'sql', 'postgre', 'websocket', 'grpc', 'scrape', 'graphql', 'soap'],
    answer: 'I build tools that call HTTP APIs. I do not write code, connect to databases, call GraphQL, gRPC or WebSocket services in their own protocol, or make resources and prompts. A connected model can do more, and the downloaded project is yours to extend.',
  },
  {
    id: 'can',
    title: 'what the builder can do',
    keywords: ['what can you do', 'what can you do for me', 'what can i do', 'what can i do here', 'what do you do', 'what do i do', 'what now', 'how does this work', 'how does it work', 'what is this', 'help', 'can do', 'what do', 'start', 'begin', 'get started', 'how work', 'work', 'possible', 'feature', 'able', 'example request', 'say here', 'how use'],
    answer: 'Paste an address, a list or table of endpoints, a cURL command, a code snippet or an API document, and I make tools of it. Then say what should change: names, arguments, limits, authentication, what is returned, what asks first. I also answer questions about the draft, run tools and fix the report.',
  },
  {
    id: 'import',
    title: 'import formats',
    keywords: ['import', 'openapi', 'swagger', 'import openapi', 'upload', 'upload file', 'postman', 'har', 'raml', 'wsdl', 'file format', 'format', 'curl import', 'import document', 'import url'],
    answer: 'Attach or paste an OpenAPI document (2.0, 3.0, 3.1 or 3.2, JSON or YAML), or a Postman collection (2.0 or 2.1), give its address, or paste cURL commands. Pasted endpoint lists, tables and request snippets are read as well. HAR, GraphQL, WSDL and RAML files cannot be imported as documents yet.',
  },
  {
    id: 'github',
    title: 'GitHub',
    keywords: ['push github', 'git', 'repository', 'repo', 'github repository', 'commit', 'gitlab'],
    answer: 'Connect GitHub at /github, save the server as a project, and push its versions from the project’s **GitHub** tab: as a commit, or as a pull request with the contract diff. Edits in the repository come back there. **Import a server** at /import reads an existing TypeScript MCP server. Without GitHub, press **Download** and commit the project yourself.',
  },
  {
    id: 'history',
    title: 'undo history',
    keywords: ['undo', 'redo', 'history', 'restore', 'restore point', 'go back', 'earlier state', 'revert', 'compare change', 'diff', 'what changed'],
    answer: 'Say “undo that”, or open **History**: every turn leaves a restore point, with what changed file by file and a way back. Restoring can be undone too.',
  },
  {
    id: 'privacy',
    title: 'privacy',
    keywords: ['data live', 'where data', 'data stored', 'gdpr', 'delete account', 'delete data', 'delete chat', 'who see', 'data', 'train', 'tracking', 'analytic', 'cookie'],
    answer: 'Drafts and chats are kept on Cloudflare by the operator of this site, private until you share them; guests’ drafts go after 7 days. The built-in builder sends nothing to a model company. You can delete chats on /chats and your account on /account; /privacy lists what is kept, where and how long.',
  },
  {
    id: 'test',
    title: 'test a tool',
    keywords: ['try tool', 'test tool', 'run tool', 'call tool', 'try it', 'test server', 'how test', 'test', 'see request', 'see response'],
    answer: 'Open **Try it**, choose the tool and fill in its arguments; the answer and the request on the wire are shown. “Run” and the tool’s name here does the same. Calls go to the mock until **Real upstream** is chosen in **Setup**.',
  },
  {
    id: 'languages',
    title: 'languages',
    keywords: ['language', 'german', 'deutsch', 'french', 'spanish', 'portuguese', 'italian', 'dutch', 'japanese', 'chinese', 'speak', 'understand', 'translate'],
    answer: 'You can write in English, German, French, Spanish, Portuguese, Italian, Dutch, Japanese or Chinese; descriptions stay in your words. My own answers and the screens are in English.',
  },
  {
    id: 'autopilot',
    title: 'autopilot',
    keywords: ['loop', 'ai loop', 'goal', 'automatic', 'automatically', 'unattended'],
    answer: 'The page /ai-loop works towards a goal that you name, round after round, until the report says Ready and has the score that you ask for, the rounds are used up, or it has to ask you something. Each round is an ordinary turn of the chat.',
  },
  {
    id: 'templates',
    title: 'templates',
    keywords: ['template', 'ready server', 'sample server', 'demo server', 'example server'],
    answer: 'The start page has ready servers to begin with: Weather, Currency rates, Hacker News, GitHub issues, Slack and a Stripe support desk. Name one here, and its tools are added.',
  },
  {
    id: 'command-line',
    title: 'command line',
    keywords: ['cli', 'terminal', 'command line', 'api product', 'automate', 'ci'],
    answer: 'The repository has a command line program, `node build/cli.js` after `npm run build`: `generate`, `inspect`, `serve` and `check` make a project from a document, look into one, serve it over HTTP and make the readiness report.',
  },
];

function describeTier(tier: GateTier): string {
  const { projects, callsPerMinute, callsPerDay, turnsPerDay } = LIMITS[tier];
  const [minute, day, turns] = [callsPerMinute, callsPerDay, turnsPerDay].map((each) =>
    each.toLocaleString('en'),
  );
  return `${TIER_NAMES[tier]}: ${projects} projects, ${minute} hosted calls a minute and ${day} a day, ${turns} builder turns a day on models that we pay for.`;
}
