/** A kind of credential that is recognised by its format. */
export interface CredentialKind {
  /** With its article: "a Stripe key". */
  kind: string;
  /** The name that a server would give it. */
  name: string;
  /** Finds it with the flag `g`; the text of the group `kept`, where there is one, is no part of the value. */
  pattern: RegExp;
}

/**
 * Formats of credentials: for the log, for messages, and for what is shared or published.
 *
 * Each takes time that is linear in the text. A pattern begins with letters that are looked for, and what
 * follows either has a fixed length, is bounded, or runs to its end without a condition behind it. Where a
 * condition follows an open run, the look behind keeps the pattern from starting inside of one.
 */
export const CREDENTIAL_KINDS: readonly CredentialKind[] = [
  {
    kind: 'a private key',
    name: 'PRIVATE_KEY',
    pattern:
      /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|\s){0,8}(?:(?=[A-Za-z0-9+/=]{16})|(?=[A-Z][a-z]{2,9}(?:-[A-Z][a-z]{2,9}){0,2}: ))(?:(?!-----END)[^]){0,20000}(?:-----END [A-Z ]{3,40}-----)?)?/g,
  },
  { kind: 'an AWS key', name: 'AWS_ACCESS_KEY_ID', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: 'a secret key of AWS',
    name: 'AWS_SECRET_ACCESS_KEY',
    pattern:
      /(?<kept>aws[\w .-]{0,20}secret[\w .-]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  },
  {
    kind: 'a GitHub token',
    name: 'GITHUB_TOKEN',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/g,
  },
  {
    kind: 'a GitLab token',
    name: 'GITLAB_TOKEN',
    pattern: /\bgl(?:pat|dt|rt|ptt|soat|cbt|ft|agent|imt|oas)-[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: 'a Slack token',
    name: 'SLACK_TOKEN',
    pattern: /\b(?:xox[abceoprs]-(?:\d-)?[A-Za-z0-9-]{20,}|xapp-\d-[A-Za-z0-9-]{20,})/g,
  },
  {
    kind: 'a Slack webhook',
    name: 'SLACK_WEBHOOK_URL',
    pattern:
      /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,}\/[A-Za-z0-9]{6,}\/[A-Za-z0-9]{16,}/g,
  },
  {
    kind: 'a Stripe key',
    name: 'STRIPE_API_KEY',
    // Test keys of today name their account; those without are examples of the documentation.
    pattern: /\b[sr]k_(?:live_[A-Za-z0-9]{20,}|test_5[A-Za-z0-9]{40,})/g,
  },
  {
    kind: 'a Stripe webhook secret',
    name: 'STRIPE_WEBHOOK_SECRET',
    pattern: /\bwhsec_[A-Za-z0-9+/]{24,}/g,
  },
  { kind: 'a Google key', name: 'GOOGLE_API_KEY', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![\w-])/g },
  {
    kind: 'a Google client secret',
    name: 'GOOGLE_CLIENT_SECRET',
    pattern: /\bGOCSPX-[A-Za-z0-9_-]{24,}/g,
  },
  {
    kind: 'a Google token',
    name: 'GOOGLE_ACCESS_TOKEN',
    pattern: /\b(?:ya29\.[A-Za-z0-9_-]{30,}|1\/\/0[A-Za-z0-9_-]{30,})/g,
  },
  {
    kind: 'an Anthropic key',
    name: 'ANTHROPIC_API_KEY',
    pattern: /\bsk-ant-[A-Za-z0-9_-]{24,}/g,
  },
  { kind: 'an OpenRouter key', name: 'OPENROUTER_API_KEY', pattern: /\bsk-or-[A-Za-z0-9_-]{32,}/g },
  {
    kind: 'an OpenAI key',
    name: 'OPENAI_API_KEY',
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}/g,
  },
  { kind: 'a Groq key', name: 'GROQ_API_KEY', pattern: /\bgsk_[A-Za-z0-9]{40,}/g },
  { kind: 'an xAI key', name: 'XAI_API_KEY', pattern: /\bxai-[A-Za-z0-9]{40,}/g },
  { kind: 'a Perplexity key', name: 'PERPLEXITY_API_KEY', pattern: /\bpplx-[A-Za-z0-9]{40,}/g },
  { kind: 'a Hugging Face token', name: 'HF_TOKEN', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'a Replicate token', name: 'REPLICATE_API_TOKEN', pattern: /\br8_[A-Za-z0-9]{36,}/g },
  { kind: 'a Pinecone key', name: 'PINECONE_API_KEY', pattern: /\bpcsk_[A-Za-z0-9_]{40,}/g },
  {
    kind: 'a SendGrid key',
    name: 'SENDGRID_API_KEY',
    pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,}/g,
  },
  { kind: 'a Twilio key', name: 'TWILIO_API_KEY', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'a Mailgun key', name: 'MAILGUN_API_KEY', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { kind: 'a Mailchimp key', name: 'MAILCHIMP_API_KEY', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  {
    kind: 'a Brevo key',
    name: 'BREVO_API_KEY',
    pattern: /\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/g,
  },
  {
    kind: 'a Resend key',
    name: 'RESEND_API_KEY',
    pattern: /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/g,
  },
  { kind: 'an npm token', name: 'NPM_TOKEN', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'a PyPI token', name: 'PYPI_TOKEN', pattern: /\bpypi-AgE[A-Za-z0-9_-]{40,}/g },
  { kind: 'a RubyGems key', name: 'RUBYGEMS_API_KEY', pattern: /\brubygems_[0-9a-f]{48}\b/g },
  {
    kind: 'a DigitalOcean token',
    name: 'DIGITALOCEAN_TOKEN',
    pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g,
  },
  {
    kind: 'a Shopify token',
    name: 'SHOPIFY_ACCESS_TOKEN',
    pattern: /\bshp(?:at|ca|pa|ss|tka|rt)_[0-9a-fA-F]{32}\b/g,
  },
  {
    kind: 'a Square token',
    name: 'SQUARE_ACCESS_TOKEN',
    pattern: /\b(?:sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|EAAA[lE][A-Za-z0-9_-]{58,})/g,
  },
  {
    kind: 'a Discord token',
    name: 'DISCORD_BOT_TOKEN',
    pattern: /\b[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,}/g,
  },
  {
    kind: 'a Discord webhook',
    name: 'DISCORD_WEBHOOK_URL',
    pattern: /\bhttps:\/\/(?:\w{1,12}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{10,}\/[\w-]{40,}/g,
  },
  {
    kind: 'a Telegram token',
    name: 'TELEGRAM_BOT_TOKEN',
    pattern: /(?<!\d)\d{8,12}:AA[A-Za-z0-9_-]{33}(?![\w-])/g,
  },
  {
    kind: 'a Notion token',
    name: 'NOTION_TOKEN',
    pattern: /\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}\b)/g,
  },
  {
    kind: 'a Linear key',
    name: 'LINEAR_API_KEY',
    pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{40,}/g,
  },
  {
    kind: 'an Airtable token',
    name: 'AIRTABLE_TOKEN',
    pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g,
  },
  { kind: 'a Figma token', name: 'FIGMA_TOKEN', pattern: /\bfig[dou]_[A-Za-z0-9_-]{38,}/g },
  {
    kind: 'an Atlassian token',
    name: 'ATLASSIAN_API_TOKEN',
    pattern: /\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{60,}/g,
  },
  {
    kind: 'an Asana token',
    name: 'ASANA_TOKEN',
    pattern: /\b[12]\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}\b/g,
  },
  {
    kind: 'a HubSpot token',
    name: 'HUBSPOT_ACCESS_TOKEN',
    pattern: /\bpat-[a-z]{2}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  },
  { kind: 'a Databricks token', name: 'DATABRICKS_TOKEN', pattern: /\bdapi[0-9a-f]{32}\b/g },
  { kind: 'a Vault token', name: 'VAULT_TOKEN', pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g },
  {
    kind: 'a Terraform token',
    name: 'TERRAFORM_TOKEN',
    pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}/g,
  },
  {
    kind: 'a Doppler token',
    name: 'DOPPLER_TOKEN',
    pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}/g,
  },
  {
    kind: 'a PlanetScale token',
    name: 'PLANETSCALE_TOKEN',
    pattern: /\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}/g,
  },
  {
    kind: 'a Supabase key',
    name: 'SUPABASE_KEY',
    pattern: /\b(?:sbp_[0-9a-f]{40}\b|sb_secret_[A-Za-z0-9_-]{20,})/g,
  },
  {
    kind: 'a Postman key',
    name: 'POSTMAN_API_KEY',
    pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g,
  },
  { kind: 'a New Relic key', name: 'NEW_RELIC_API_KEY', pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  {
    kind: 'a Grafana token',
    name: 'GRAFANA_TOKEN',
    pattern: /\b(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}\b|glc_eyJ[A-Za-z0-9+/=]{30,})/g,
  },
  { kind: 'a Sentry token', name: 'SENTRY_TOKEN', pattern: /\bsntry[su]_[A-Za-z0-9_=+/-]{40,}/g },
  { kind: 'a Netlify token', name: 'NETLIFY_TOKEN', pattern: /\bnf[pco]_[A-Za-z0-9]{36,}/g },
  { kind: 'a Fly token', name: 'FLY_API_TOKEN', pattern: /\bfm[12]_[A-Za-z0-9+/=_-]{80,}/g },
  {
    kind: 'a Heroku key',
    name: 'HEROKU_API_KEY',
    pattern: /\bHRKU-[A-Za-z0-9_-]{36,}/g,
  },
  { kind: 'a Dropbox token', name: 'DROPBOX_TOKEN', pattern: /\bsl\.[A-Za-z0-9_-]{60,}/g },
  {
    kind: 'a Facebook token',
    name: 'FACEBOOK_ACCESS_TOKEN',
    pattern: /\bEAA[A-Z][A-Za-z0-9]{80,}/g,
  },
  { kind: 'a Contentful token', name: 'CONTENTFUL_TOKEN', pattern: /\bCFPAT-[A-Za-z0-9_-]{40,}/g },
  {
    kind: 'an Azure key',
    name: 'AZURE_STORAGE_KEY',
    pattern: /(?<kept>AccountKey=)[A-Za-z0-9+/]{86}==/g,
  },
  {
    kind: 'an Azure client secret',
    name: 'AZURE_CLIENT_SECRET',
    pattern: /(?<![\w~.-])[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}(?![\w~-])/g,
  },
  { kind: 'an age key', name: 'AGE_SECRET_KEY', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  {
    kind: 'a token of this product',
    name: 'MCP_TOKEN',
    pattern: /\bmcpb_[a-z]{2,12}_[A-Za-z0-9_-]{30,}/g,
  },
  {
    kind: 'a signed token',
    name: 'ACCESS_TOKEN',
    pattern: /(?<![\w-])eyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: 'a password in a URL',
    name: 'PASSWORD',
    pattern:
      /(?<kept>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:)[^\s/:@"'<>{}$]{6,200}(?=@[a-z0-9[])/gi,
  },
];
