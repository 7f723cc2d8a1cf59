import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { hostWords, isUnnamed, nameAfterWords } from '#app/blueprint/tool-words/name-after-host.ts';

import type { FixEdit } from './report.ts';
import { blueprintRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Whether the server has a name of its own: clients show it, and prefix its tools with it. */
export const serverNameRule: CheckRule = blueprintRule({
  id: 'ops.name',
  title: 'The server has a name of its own',
  weight: 3,
  fix: 'Name the server after what it is for: clients show the name, and tell servers apart by it.',
  judge: (blueprint) => {
    const { name, title = '' } = blueprint.identity;
    const isNamed = !isUnnamed(name);
    if (isNamed && !isUnnamed(title)) return { status: 'pass', text: `It is called ${name}.` };
    const what = isNamed ? `The title is still “${title}”.` : `The name is still ${name}.`;
    return { status: 'warn', text: what, edits: nameAfter(blueprint) };
  },
});

/** The name after the server's own title, else after the first API that it calls. */
function nameAfter({ identity, upstreams }: Blueprint): FixEdit[] {
  const { name, title = '' } = identity;
  const isTitled = title !== '' && !isUnnamed(title);
  const isNamed = !isUnnamed(name);
  const words = isTitled ? title : isNamed ? name : hostWords(upstreams[0]?.baseUrl);
  const wanted = nameAfterWords(words);
  if (!wanted) return [];
  return [
    {
      edit: 'setIdentity',
      ...(isNamed ? {} : { name: wanted.name }),
      ...(isTitled ? {} : { title: wanted.title }),
    },
  ];
}
