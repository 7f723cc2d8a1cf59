import { putTogether, takeApart } from './outgoing-parts.ts';
import type { SigningMoment } from './signable-parts.ts';
import { signAws } from './sign-aws.ts';
import { signByTemplate } from './sign-by-template.ts';
import type { SecretValue } from './sign-by-template.ts';
import type { SigningScheme } from './signature-scheme.ts';

/** A scheme and the values of its secrets. */
export interface RequestSigner {
  scheme: SigningScheme;
  secretOf: SecretValue;
}

/** A request that is ready to be sent, and the texts in it that prove its sender. */
export interface SignedRequest {
  request: Request;
  proofs: string[];
}

/**
 * Signs a complete request, for one attempt only: time and nonce are new for each.
 *
 * @throws UpstreamFailure for a request that cannot be signed.
 */
export async function signRequest(
  request: Request,
  signers: readonly RequestSigner[],
  moment: SigningMoment,
): Promise<SignedRequest> {
  const parts = await takeApart(request);
  const proofs: string[] = [];
  for (const { scheme, secretOf } of signers) {
    const made =
      scheme.kind === 'signature'
        ? await signByTemplate(scheme, parts, secretOf, moment)
        : await signAws(scheme, parts, secretOf, moment.now);
    proofs.push(...made);
  }
  return { request: putTogether(parts, request.signal), proofs };
}

/** Time and random values of a signature that is made now. */
export function toMoment(now: number): SigningMoment {
  const uuid = crypto.randomUUID();
  return { now, uuid, nonce: crypto.randomUUID().replaceAll('-', '') };
}
