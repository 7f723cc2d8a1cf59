import { verify } from '@octokit/webhooks-methods';

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/** Whether a signature has the form that GitHub gives it: what has none is not worth reading. */
export function isSignature(text: string | undefined): text is string {
  return text !== undefined && SIGNATURE.test(text);
}

/** Whether GitHub has signed a body with one of the secrets; the name of the event is not part of what is signed. */
export async function verifyDelivery(
  secrets: readonly string[],
  body: string,
  signature: string,
): Promise<boolean> {
  if (body === '') return false;
  for (const secret of secrets) if (await verify(secret, body, signature)) return true;
  return false;
}
