import { toSingular, toWords } from '#app/blueprint/words.ts';

import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { TemplateFacts } from '#app/builder/built-in/turn.ts';
import { joinText } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { importThis } from './imports.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** What people call the topics of the ready documents, besides their titles. */
const TOPICS: Record<string, string> = {
  weather: 'weather forecast forecasts temperature rain climate meteo open-meteo',
  currency:
    'currency currencies exchange-rate exchange-rates exchange forex fx conversion euro dollar frankfurter rates',
  'hacker-news': 'hacker-news hackernews hn',
  'github-issues': 'github issue issues github-issues bug-tracker',
  slack: 'slack channel channels',
  'stripe-support': 'stripe refund refunds payment payments',
};
const IDLE = new Set(
  `a an the my our for of about with from to on in and some mcp server api tool tools that which can
  show shows tell tells get gets read reads look looks up check checks find finds current today
  data me us it do does something anything ready template document one new please based use using
  support customer customers live latest news question questions make handle handles demo example`.split(
    /\s+/,
  ),
);

/** "weather", "build a server for exchange rates", "start with the Slack template". */
function startFrom(isSure: boolean) {
  return ({ topic = [] }: Slots, { facts }: Scope): Outcome | null => {
    if (topic.some(({ kind }) => kind === 'url' || kind === 'path')) return null;
    const words = toWords(joinText(topic));
    const fitting = facts.templates.filter((template) => fits(template, words));
    const [first] = fitting;
    if (!first) return null;
    const known = fitting.flatMap((template) => wordsOf(template));
    const other = words.filter((word) => !known.includes(word) && !IDLE.has(word));
    if (other.length > (isSure ? 2 : 0)) return null;
    if (fitting.length === 1) return importTemplate(first);
    return {
      kind: 'question',
      question: 'Which of these do you mean?',
      choices: fitting.map(({ title }) => title),
      answered: (answer) => {
        const said = answer.trim().toLowerCase();
        const chosen = fitting.find(({ id, title }) => id === said || title.toLowerCase() === said);
        return chosen ? importTemplate(chosen) : null;
      },
    };
  };
}

function importTemplate({ id, title }: TemplateFacts): Outcome {
  return importThis({ template: id }, `the template ${title}`);
}

function fits(template: TemplateFacts, words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  const topics = Object.hasOwn(TOPICS, template.id) ? (TOPICS[template.id] ?? '') : '';
  const names = [...topics.split(' '), toWords(template.title).join('-'), template.id];
  return names.some((name) => name !== '' && text.includes(` ${name.replaceAll('-', ' ')} `));
}

function wordsOf(template: TemplateFacts): string[] {
  const topics = Object.hasOwn(TOPICS, template.id) ? (TOPICS[template.id] ?? '') : '';
  const own = toWords(`${template.id} ${template.title} ${template.summary} ${topics}`);
  return [...own, ...own.map(toSingular), ...own.map((word) => `${word}s`)];
}

/** Ready documents by their topic. */
export const templateRules: readonly Rule[] = [
  rule(
    [
      '(build / make / create / generate / start / begin / set up / add / use / load / import / try / open / want / need / give / i want / i need / i would like / show) [me] <topic>',
      'something (for / about / with) <topic>',
    ],
    startFrom(true),
  ),
  rule(['<topic>'], startFrom(false)),
];
