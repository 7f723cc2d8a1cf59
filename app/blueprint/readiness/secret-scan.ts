/** Credentials recognisable by their format, with enough randomness to be real. */
const KINDS: [kind: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----/g],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/g],
  ['a Slack token', /\bxox[abposr]-[A-Za-z0-9-]{20,}\b/g],
  ['a Stripe key', /\b[sr]k_live_[A-Za-z0-9]{20,}\b/g],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}\b/g],
  ['an OpenAI or Anthropic key', /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}\b/g],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g],
  ['a draft’s token', /\bmcpb_[a-z]+_[A-Za-z0-9_-]{30,}\b/g],
  ['a password in a URL', /\bhttps?:\/\/[^\s/:@"'<>]+:[^\s/:@"'<>{}$]{6,}@[a-z0-9]/gi],
];
/** Placeholders that documents write instead of a value. */
const EXAMPLE =
  /example|placeholder|your[_-]|x{6,}|0{8,}|1234567|\.\.\.|password@|secret@|redacted/i;
const SHOWN_CHARACTERS = 6;

export interface FoundSecret {
  kind: string;
  /** Starts at 1. */
  line: number;
  /** First characters: enough to find it, not to use it. */
  shown: string;
}

/** Finds likely credentials in a text. */
export function findSecrets(text: string): FoundSecret[] {
  return KINDS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => !EXAMPLE.test(match))
      .map(({ 0: match, index }) => ({
        kind,
        line: text.slice(0, index).split('\n').length,
        shown: `${match.slice(0, SHOWN_CHARACTERS)}…`,
      })),
  );
}
