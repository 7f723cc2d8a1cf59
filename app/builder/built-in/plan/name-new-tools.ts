import { toWords } from '#app/blueprint/words.ts';
import type { Clause } from '#app/extraction/reading/clauses.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { freeName } from './add-endpoints.ts';
import { liveTools, type WorkModel, type WorkTool } from './work-model.ts';

const NAME =
  /(?<![\w{/.=?&-])[`"'“]?([a-z][a-z\d]*(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)[`"'”]?(?![\w}/=:(-])/g;

/** Gives new tools the names in a message: "name it create_lead", "build tools fetch_a and fetch_b". */
export function nameNewTools(
  added: readonly WorkTool[],
  clauses: readonly Clause[],
  model: WorkModel,
  lx: Lexicon,
): void {
  for (const clause of clauses) {
    if (
      clause.isQuoted ||
      added.length === 0 ||
      !lx.rx('<tool>|<named>|<rename>').test(clause.text)
    )
      continue;
    if (
      lx
        .rx(String.raw`<takes>|<argument>|<required>|<optional>|<returns>|<header>`)
        .test(clause.text) &&
      !lx.rx('<named>').test(clause.text)
    )
      continue;
    const taken = new Set(
      added.flatMap((tool) => [...tool.args.map(({ name }) => name), ...tool.aliases]),
    );
    const names = [...clause.text.matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter(
        (name) =>
          !taken.has(name) &&
          !liveTools(model).some((tool) => tool.name === name && !added.includes(tool)),
      );
    if (names.length !== added.length) continue;
    const left = [...added];
    for (const name of names) {
      const tool =
        left.find(({ aliases }) =>
          aliases.some((alias) => toWords(alias).join() === toWords(name).join()),
        ) ?? left[0];
      if (!tool) break;
      left.splice(left.indexOf(tool), 1);
      tool.name = '';
      tool.name = freeName(model, name);
    }
    clause.text = names
      .reduce((text, name) => text.replace(name, ''), clause.text)
      .replace(lx.rx('<named>|<rename>', 'g'), ' ');
  }
}
