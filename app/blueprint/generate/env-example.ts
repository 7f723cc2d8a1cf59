import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { toOneLine } from './escape-text.ts';

/** Makes the project's `.env.example`: the template, then a line for each secret. */
export function toEnvExample({ upstreams, secrets }: Blueprint, template: string): string {
  const [first] = upstreams;
  const address =
    first === undefined
      ? []
      : [
          `# Another address for ${toOneLine(first.title ?? first.id)}, such as a test system's.`,
          `# Default: ${toOneLine(first.baseUrl)}`,
          '# UPSTREAM_BASE_URL=',
          '',
        ];
  const credentials = secrets.flatMap(({ name, scope, description }) => {
    const whose = scope === 'caller' ? ' Belongs to the calling user.' : '';
    const text = toOneLine(description ?? 'Credential of the API.');
    return [`# ${text}${whose}`, `${name}=`, ''];
  });
  return [template.trimEnd(), '', ...address, ...credentials].join('\n');
}
