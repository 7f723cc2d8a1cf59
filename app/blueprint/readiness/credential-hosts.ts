import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import { listed } from './each-tool.ts';
import { nameSome } from './name-some.ts';
import { notApplicable } from './rule.ts';
import type { CheckVerdict } from './rule.ts';

/** Judges whether a credential is sent to more than one place: whoever runs one of them learns it. */
export function judgeCredentialHosts({ upstreams }: Blueprint): CheckVerdict {
  const origins = new Map<string, Set<string>>();
  for (const { baseUrl, auth } of upstreams) {
    for (const name of new Set(auth.flatMap(secretNames))) {
      const known = origins.get(name) ?? new Set();
      origins.set(name, known.add(new URL(baseUrl).origin));
    }
  }
  if (origins.size === 0) return notApplicable('No API needs a credential.');
  const wide = [...origins].filter(([, places]) => places.size > 1);
  if (wide.length === 0) {
    const count = origins.size === 1 ? 'The credential' : `Each of ${origins.size} credentials`;
    return { status: 'pass', text: `${count} is sent to one host.` };
  }
  const found = wide.map(([name, places]) => `${name}: ${[...places].join(', ')}`);
  return {
    status: 'warn',
    text: `${wide.length === 1 ? '1 credential is' : `${wide.length} credentials are`} sent to several hosts: ${nameSome(found)}.`,
    got: listed(found),
  };
}
