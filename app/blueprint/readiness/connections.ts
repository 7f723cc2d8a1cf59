import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { listed } from './each-tool.ts';
import { nameSome } from './name-some.ts';
import { notApplicable } from './rule.ts';
import type { CheckVerdict } from './rule.ts';

/** Parameters that connecting sets itself; `state` of somebody else would be anybody's. */
const OWN_PARAMETERS = [
  'response_type',
  'client_id',
  'client_secret',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/**
 * Judges how people connect the APIs. Whether somebody has is not part of a blueprint, so that a sound one is
 * not called good: its calls were answered by the mock.
 */
export function judgeConnections({ upstreams }: Blueprint): CheckVerdict {
  const all = upstreams.flatMap(({ id, auth }) =>
    auth.flatMap((scheme) => (scheme.kind === 'oauth2AuthorizationCode' ? [{ id, scheme }] : [])),
  );
  if (all.length === 0) return { status: 'pass', text: 'No API has to be connected by a person.' };
  const faults = all.flatMap(({ id, scheme: { authorizationUrl, tokenUrl } }) => {
    const { searchParams } = new URL(authorizationUrl);
    const own = OWN_PARAMETERS.filter((name) => searchParams.has(name));
    const same = authorizationUrl === tokenUrl ? [`${id}: both addresses are ${tokenUrl}`] : [];
    return [...own.map((name) => `${id}: ${name} in the address`), ...same];
  });
  if (faults.length > 0) {
    const text = `${faults.length} faults of the addresses where people sign in: ${nameSome(faults)}.`;
    return { status: 'warn', text, got: listed(faults) };
  }
  const names = nameSome([...new Set(all.map(({ id }) => id))]);
  return notApplicable(
    `Real calls of ${names} fail until somebody has connected it (setup, Connect), which a report cannot see.`,
  );
}
