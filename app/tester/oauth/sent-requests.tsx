import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import { maskHeader, maskText, secretsOfTarget } from '#app/mcp-client/mask-secrets.ts';
import type { OauthFacts } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { CodeBlock } from '#app/ui/code/code-block.tsx';

interface Props {
  exchanges: readonly HttpExchange[];
  facts: OauthFacts;
  target: ServerTarget;
}

/** The requests of a step with their answers, as they travelled, without secrets. */
export function SentRequests({ exchanges, facts, target }: Props) {
  const secrets = [...secretsOfTarget(target), ...secretsOfFacts(facts)];
  return (
    <div className="mt-2 space-y-1">
      {exchanges.map((exchange) => (
        <details key={exchange.id} className="rounded-control border px-3">
          <summary className="min-h-8 py-1 font-mono text-sm wrap-anywhere pointer-coarse:min-h-11">
            {exchange.method} {exchange.url}{' '}
            <span className={exchange.response ? 'text-muted' : 'text-fail'}>
              {exchange.response?.status ?? 'no answer'}
              {exchange.route === 'relay' ? ', by the relay' : ''}
            </span>
          </summary>
          <div className="space-y-2 pb-3">
            {exchange.error === null ? null : <p className="text-sm text-fail">{exchange.error}</p>}
            <CodeBlock
              label="Request"
              text={toText(exchange.requestHeaders, exchange.requestBody ?? '', secrets)}
              className="font-mono text-sm"
            />
            {exchange.response ? (
              <CodeBlock
                label="Response"
                text={toText(exchange.response.headers, exchange.response.body, secrets)}
                className="font-mono text-sm"
              />
            ) : null}
          </div>
        </details>
      ))}
    </div>
  );
}

/** As much as a person reads of a body. */
const MAX_SHOWN = 20_000;

function toText(
  headers: HttpExchange['requestHeaders'],
  body: string,
  secrets: readonly string[],
): string {
  const lines = headers.map(([name, value]) => `${name}: ${maskHeader(name, value, secrets)}`);
  const shown = maskText(body, secrets).slice(0, MAX_SHOWN);
  return [...lines, ...(shown === '' ? [] : ['', indent(shown)])].join('\n');
}

function indent(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

function secretsOfFacts({ client, code, request, tokens }: OauthFacts): string[] {
  const values = [
    client?.secret,
    code,
    request?.verifier,
    tokens?.accessToken,
    tokens?.refreshToken,
  ];
  return values.filter((value) => typeof value === 'string');
}
