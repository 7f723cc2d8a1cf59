const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WORD = `${LETTERS}${LETTERS.toLowerCase()}0123456789`;
const HEX = '0123456789abcdef';

/** Characters in an order that looks random, and is the same in every run; no scanner finds them in a file. */
function draw(alphabet: string, length: number, seed: number): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join('');
}

const word = (length: number, seed = 7) => draw(WORD, length, seed);
const hex = (length: number, seed = 7) => draw(HEX, length, seed);
const upper = (length: number, seed = 7) => draw(`${LETTERS}0123456789`, length, seed);
const digits = (length: number, seed = 7) => draw('23456789', length, seed);

const KEY_LINES = [1, 2, 3].map((seed) => word(64, seed)).join('\n');
const PRIVATE_KEY = `-----BEGIN RSA ${'PRIVATE KEY'}-----\n${KEY_LINES}\n-----END RSA PRIVATE KEY-----`;
const JWT = ['eyJhbGciOiJFUzI1NiJ9x', `eyJ${word(60, 3)}`, word(43, 4)].join('.');

/** What a credential is, its value, and the name that it is offered under. */
export type CredentialRow = [what: string, value: string, name: string];

/** Credentials that their formats tell. */
export const FORMATTED: CredentialRow[] = [
  ['a private key', PRIVATE_KEY, 'PRIVATE_KEY'],
  ['an AWS key', `AKIA${upper(16)}`, 'AWS_ACCESS_KEY_ID'],
  ['a temporary AWS key', `ASIA${upper(16, 8)}`, 'AWS_ACCESS_KEY_ID'],
  ['a GitHub token', `ghp_${word(36)}`, 'GITHUB_TOKEN'],
  ['a fine-grained GitHub token', `github_pat_${word(22)}_${word(59, 9)}`, 'GITHUB_TOKEN'],
  ['a GitLab token', `glpat-${word(20)}`, 'GITLAB_TOKEN'],
  ['a Slack bot token', `xoxb-${digits(11)}-${digits(13)}-${word(24)}`, 'SLACK_TOKEN'],
  ['a Slack app token', `xapp-1-${upper(11)}-${digits(13)}-${hex(64)}`, 'SLACK_TOKEN'],
  [
    'a Slack webhook',
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(10)}/${word(24)}`,
    'SLACK_WEBHOOK_URL',
  ],
  ['a Stripe key', `sk_live_${word(24)}`, 'STRIPE_API_KEY'],
  ['a restricted Stripe key', `rk_live_${word(99)}`, 'STRIPE_API_KEY'],
  ['a Stripe key of a test account', `sk_test_51${word(97)}`, 'STRIPE_API_KEY'],
  ['a Stripe webhook secret', `whsec_${word(32)}`, 'STRIPE_WEBHOOK_SECRET'],
  ['a Google key', `AIza${word(35)}`, 'GOOGLE_API_KEY'],
  ['a Google client secret', `GOCSPX-${word(28)}`, 'GOOGLE_CLIENT_SECRET'],
  ['a Google access token', `ya29.${word(120)}`, 'GOOGLE_ACCESS_TOKEN'],
  ['an Anthropic key', `sk-ant-api03-${word(93)}AA`, 'ANTHROPIC_API_KEY'],
  ['an OpenAI key', `sk-proj-${word(48)}T3BlbkFJ${word(48, 8)}`, 'OPENAI_API_KEY'],
  ['an OpenRouter key', `sk-or-v1-${hex(64)}`, 'OPENROUTER_API_KEY'],
  ['a Groq key', `gsk_${word(52)}`, 'GROQ_API_KEY'],
  ['a Hugging Face token', `hf_${word(34)}`, 'HF_TOKEN'],
  ['a Replicate token', `r8_${word(37)}`, 'REPLICATE_API_TOKEN'],
  ['a SendGrid key', `SG.${word(22)}.${word(43, 8)}`, 'SENDGRID_API_KEY'],
  ['a Twilio key', `SK${hex(32)}`, 'TWILIO_API_KEY'],
  ['a Mailgun key', `key-${hex(32)}`, 'MAILGUN_API_KEY'],
  ['a Mailchimp key', `${hex(32)}-us14`, 'MAILCHIMP_API_KEY'],
  ['an npm token', `npm_${word(36)}`, 'NPM_TOKEN'],
  ['a PyPI token', `pypi-AgEIcHlwaS5vcmc${word(80)}`, 'PYPI_TOKEN'],
  ['a DigitalOcean token', `dop_v1_${hex(64)}`, 'DIGITALOCEAN_TOKEN'],
  ['a Shopify token', `shpat_${hex(32)}`, 'SHOPIFY_ACCESS_TOKEN'],
  ['a Square token', `sq0atp-${word(22)}`, 'SQUARE_ACCESS_TOKEN'],
  ['a Discord token', `M${word(25)}.${word(6, 8)}.${word(38, 9)}`, 'DISCORD_BOT_TOKEN'],
  ['a Telegram token', `${digits(10)}:AA${word(33)}`, 'TELEGRAM_BOT_TOKEN'],
  ['a Notion token', `ntn_${word(46)}`, 'NOTION_TOKEN'],
  ['a Linear key', `lin_api_${word(40)}`, 'LINEAR_API_KEY'],
  ['an Airtable token', `pat${word(14)}.${hex(64)}`, 'AIRTABLE_TOKEN'],
  ['a Figma token', `figd_${word(40)}`, 'FIGMA_TOKEN'],
  ['an Atlassian token', `ATATT3xFfGF0${word(180)}`, 'ATLASSIAN_API_TOKEN'],
  ['a Databricks token', `dapi${hex(32)}`, 'DATABRICKS_TOKEN'],
  ['a Vault token', `hvs.${word(90)}`, 'VAULT_TOKEN'],
  ['a Supabase key', `sbp_${hex(40)}`, 'SUPABASE_KEY'],
  ['a Postman key', `PMAK-${hex(24)}-${hex(34, 8)}`, 'POSTMAN_API_KEY'],
  ['a New Relic key', `NRAK-${upper(27)}`, 'NEW_RELIC_API_KEY'],
  ['a Grafana token', `glsa_${word(32)}_${hex(8)}`, 'GRAFANA_TOKEN'],
  ['an Azure client secret', `${word(3)}8Q~${word(34, 8)}`, 'AZURE_CLIENT_SECRET'],
  [
    'a HubSpot token',
    `pat-na1-${hex(8)}-${hex(4)}-${hex(4, 8)}-${hex(4, 9)}-${hex(12)}`,
    'HUBSPOT_ACCESS_TOKEN',
  ],
  ['a signed token', JWT, 'ACCESS_TOKEN'],
  ['a token of this product', `mcpb_live_${word(49)}`, 'MCP_TOKEN'],
];

const UUID = `${hex(8)}-${hex(4, 2)}-4${hex(3, 3)}-a${hex(3, 4)}-${hex(12, 5)}`;

/** Messages around a credential that nothing but its surroundings tell: the value stands in the text. */
export const NAMED: [text: string, value: string, name: string][] = [
  [`My API key is ${hex(32)}`, hex(32), 'API_KEY'],
  [`token: ${word(40)}`, word(40), 'API_TOKEN'],
  [`ACME_API_KEY=${word(32)}`, word(32), 'ACME_API_KEY'],
  [`Use this token for our billing system: ${hex(40, 3)}`, hex(40, 3), 'API_TOKEN'],
  [`${word(36, 5)} is my key for the weather API`, word(36, 5), 'API_KEY'],
  ['The password is Tr0ub4dor&3x, the user is admin', 'Tr0ub4dor', 'PASSWORD'],
  ['password: hunter2!', 'hunter2!', 'PASSWORD'],
  [`{"client_secret": "${word(40, 6)}"}`, word(40, 6), 'CLIENT_SECRET'],
  [
    `curl -H "Authorization: Bearer ${word(40, 4)}" https://api.shop.test/orders`,
    word(40, 4),
    'API_TOKEN',
  ],
  [`curl -H 'X-Api-Key: ${UUID}' https://api.shop.test/orders`, UUID, 'X_API_KEY'],
  ['curl -u admin:S3cr3tPassw0rd https://api.shop.test/orders', 'S3cr3tPassw0rd', 'PASSWORD'],
  ['Connect to postgres://app:pr0dS3cret@db.shop.test/main', 'pr0dS3cret', 'PASSWORD'],
  ['The base URL is https://admin:hunter2hunter2@api.shop.test/v1', 'hunter2hunter2', 'PASSWORD'],
  [`aws_secret_access_key = ${word(40, 12)}`, word(40, 12), 'AWS_SECRET_ACCESS_KEY'],
];

/** Messages without a credential, which stay as they are. */
export const HARMLESS_TEXTS: string[] = [
  `Get the order ${UUID} and show me its token`,
  `See https://github.com/acme/api/commit/${hex(40)} for the key change`,
  `The commit ${hex(40)} broke the keys`,
  `https://cdn.shop.test/assets/app-${hex(20)}.js?v=${hex(8)}`,
  `The idempotency key is ${UUID}`,
  `next_page_token=${word(40)}`,
  `Its primary key is ${UUID}`,
  `sha256: ${hex(64)}`,
  'Add an API key header called X-Api-Key and ask me for the token',
  'The token is required, the password is optional',
  'password: string, token: string, key: integer',
  'API_KEY=your-api-key-here',
  'Authorization: Bearer <token>',
  'curl -H "Authorization: Bearer $TOKEN" https://api.shop.test/v1/orders',
  'curl -H "Authorization: Bearer YOUR_ACCESS_TOKEN" https://api.shop.test',
  'curl -u "$USER:$PASSWORD" https://api.shop.test',
  'key: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  `The docs use ${'sk_test_'}4eC39HqLyjWDarjtT1zdp7dc as their key`,
  `${'AKIA'}IOSFODNN7EXAMPLE is the key in the documentation`,
  `token: ${'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'}.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c`,
  'Rename list_api_keys_v2 to find_api_keys, and keep get_token_by_id_v3 as the token tool',
  'The tool getTokenV2ForUser reads src/keys/token-2024-11-24.json',
  'A token expires at 2026-11-24T10:00:00Z, a key at 2027-01-01',
  'Which tools write? Is the key of each order unique?',
  'The secret is to write short descriptions.',
  'ask-me-anything, risk-averse, task-oriented-programming-in-small-steps-for-you',
  `Decode ZXhhbXBsZSB2YWx1ZSBvZiBhIGZpZWxk for me`,
  'https://api.shop.test/users/{id}?api_key={api_key}',
  'Import https://petstore3.swagger.io/api/v3/openapi.json and keep the keys operations',
  'Use {secret:STRIPE_API_KEY} as the key',
  `The monkey: ${word(30)}`,
  `openapi: 3.1.0\ninfo: {title: Shop}\nexample: {token: ${word(40)}}`,
];
