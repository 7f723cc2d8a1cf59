import type { SigningScheme } from '#app/runtime/upstream/signing/signature-scheme.ts';

/** Parts that signing adds to a request, with names for their values: `{API_SECRET}`, `{signature}`. */
export interface SigningShape {
  headers: [name: string, value: string][];
  query: [name: string, value: string][];
  fields: [name: string, value: string][];
}

/** Shows the parts that a scheme adds to each request, without any value. */
export function toSigningShape(scheme: SigningScheme): SigningShape {
  if (scheme.kind === 'awsSignature') {
    const { service, region, accessKeyIdSecret, sessionTokenSecret: token } = scheme;
    const scope = `{${accessKeyIdSecret}}/{date}/${region}/${service}/aws4_request`;
    return {
      headers: [
        ['X-Amz-Date', '{time}'],
        ...(token === undefined
          ? []
          : [['X-Amz-Security-Token', `{${token}}`] as [string, string]]),
        ['Authorization', `AWS4-HMAC-SHA256 Credential=${scope}, Signature={signature}`],
      ],
      query: [],
      fields: [],
    };
  }
  const toPairs = (place: 'header' | 'query' | 'body') =>
    scheme.send
      .filter((part) => part.in === place)
      .map(({ name, value }): [string, string] => [name, nameSecrets(value, scheme.secrets)]);
  return { headers: toPairs('header'), query: toPairs('query'), fields: toPairs('body') };
}

/** A body with the fields that signing adds. */
export function withFields(body: string | undefined, fields: SigningShape['fields']) {
  if (fields.length === 0) return body;
  if (body?.trimEnd().endsWith('}')) {
    const open = body.trimEnd().slice(0, -1);
    const added = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return `${open}${/\{\s*$/.test(open) ? '' : ','}${added.join()}}`;
  }
  const pairs = fields.map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return [...(body ? [body] : []), ...pairs].join('&');
}

function nameSecrets(template: string, secrets: readonly { name: string; secret: string }[]) {
  return secrets.reduce(
    (text, { name, secret }) => text.replaceAll(`{${name}}`, `{${secret}}`),
    template,
  );
}
