import type { DraftFacts, UpstreamFacts } from '#app/builder/built-in/turn.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import {
  answerArguments,
  answerLimits,
  answerOneArgument,
  answerRequired,
  answerTakers,
} from './answer-arguments.ts';
import { answerEffects, describeEffect, effectOf } from './answer-effects.ts';
import {
  describeArguments,
  describeUpstreamAuth,
  describeReturn,
  describeTool,
  joinWords,
  toCode,
} from './describe-tool.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { isAbout, leaveOut } from './is-about.ts';
import {
  contentOf,
  findByTopic,
  findMentioned,
  findNamed,
  type Question,
} from './mentioned-tools.ts';

/** Longer texts are not questions. In characters. */
const MAX_QUESTION = 500;
/** Maximum number of tools described individually; more are only named. */
const MOST_DESCRIBED = 4;

type Answerer = (question: Question) => string | null;

/** Tried in this order; the first answer is used. */
const ANSWERERS: readonly Answerer[] = [
  answerStored,
  answerModel,
  answerAddress,
  answerServer,
  answerReturns,
  answerOneArgument,
  answerRequired,
  answerTakers,
  answerCount,
  answerEffects,
  answerArguments,
  answerExists,
  answerLimits,
  answerParts,
  answerAbout,
  answerList,
  answerNamed,
];

/**
 * Answers a question about the draft in one short paragraph; null if the text is not a question about it.
 */
export function answerQuestion(
  text: string,
  draft: DraftFacts,
  subject: readonly string[],
  lx: Lexicon,
): string | null {
  if (!isQuestion(text, lx) || isAbout('suggest', text)) return null;
  const question = { text, draft, subject, lx };
  if (isAbout('howTo', text)) return isAbout('apiAuth', text) ? answerOwnAuth(question) : null;
  for (const answer of ANSWERERS) {
    const said = answer(question);
    if (said !== null) return said;
  }
  return null;
}

/** Whether a text is a question and contains no address to build from. */
export function isQuestion(text: string, lx: Lexicon): boolean {
  if (text.length > MAX_QUESTION || /https?:\/\//i.test(text)) return false;
  if (text.trim().split('\n').length > 3) return false;
  const core = text.replace(
    lx.rx(String.raw`^(?:\s*(?:<please>|<and>|<yes>|me\b)[\s,.!:;-]*)+`),
    '',
  );
  if (lx.rx('^\\W*<question>').test(core)) return true;
  const [first = ''] = core.match(/\p{L}+/u) ?? [];
  if (/[?？]\s*$/.test(text) && isAbout('copula', first)) return true;
  if (!/[?？]\s*$/.test(text))
    return (
      lx.languages.some((language) => language === 'ja' || language === 'zh') &&
      lx.has('question', text) &&
      !lx.rx('<add>|<remove>|<rename>').test(text)
    );
  return !lx.rx(String.raw`^\W*(?:<add>|<remove>|<rename>|<change>)`).test(core);
}

function answerStored({ text }: Question): string | null {
  if (!isAbout('credential', text) || !isAbout('stored', text) || isAbout('where', text))
    return null;
  return 'No. The server and its blueprint hold only the name of the secret, never its value, and a credential in a message is not copied into them. Values are entered under **Secrets** in the **Setup** column, where they are sealed and never shown again.';
}

function answerModel({ text }: Question): string | null {
  return isAbout('model', text)
    ? (HELP_TOPICS.find(({ id }) => id === 'model')?.answer ?? null)
    : null;
}

function answerAddress({ text, draft, lx }: Question): string | null {
  const isWhere = isAbout('address', text) || (isAbout('where', text) && isAbout('send', text));
  const isPlace = isAbout('credential', text) && lx.rx('<header>|<query>|<cookie>').test(text);
  const isSignIn = (isAbout('signIn', text) || isPlace) && !isAbout('where', text);
  if ((!isWhere && !isSignIn) || lx.has('argument', text)) return null;
  const { upstreams } = draft;
  const named = isWhere ? findNamed(text, draft.tools) : [];
  if (named.length > 0) return named.map((tool) => describeTool(tool, draft)).join(' ');
  if (upstreams.length === 0)
    return 'The draft calls no address yet. Paste a base URL or an endpoint to give it one.';
  return upstreams.map((upstream) => describeUpstream(upstream, draft)).join(' ');
}

/** Answers "how do we authenticate" from the draft, if it has authentication. */
function answerOwnAuth({ draft, lx, text }: Question): string | null {
  const isSet = draft.upstreams.some(({ auth }) => auth.some(({ kind }) => kind !== 'none'));
  return isSet && !lx.rx('<add>|<change>').test(text)
    ? draft.upstreams.map((upstream) => describeUpstream(upstream, draft)).join(' ')
    : null;
}

function describeUpstream(upstream: UpstreamFacts, { upstreams, tools }: DraftFacts): string {
  const names = tools
    .filter(({ upstream: id }) => id === upstream.id)
    .map(({ name }) => toCode(name));
  const who =
    upstreams.length === 1 || names.length === 0 ? 'Calls' : `Calls of ${joinWords(names)}`;
  return `${who} go to ${upstream.baseUrl}, ${describeUpstreamAuth(upstream)}.`;
}

function answerServer({ text, draft }: Question): string | null {
  if (!isAbout('serverName', text)) return null;
  const { name, title, description } = draft.identity;
  return `The server is called \`${name}\`${title && title !== name ? ` (“${title}”)` : ''}.${description ? ` Its description: ${description}` : ''}`;
}

function answerReturns(question: Question): string | null {
  const { text, draft, lx } = question;
  if (!lx.rx('<returns>|<response>').test(text.replace(lx.rx('<question>', 'g'), ' '))) return null;
  const tools = findMentioned(question);
  const chosen = tools.length > 0 ? tools : draft.tools.length === 1 ? draft.tools : [];
  return chosen.length === 0 || chosen.length > MOST_DESCRIBED
    ? null
    : chosen.map(describeReturn).join(' ');
}

/** Answers any question that names a tool with its description. */
function answerNamed({ text, draft }: Question): string | null {
  const named = findNamed(text, draft.tools).slice(0, MOST_DESCRIBED);
  return named.length === 0 ? null : named.map((tool) => describeTool(tool, draft)).join(' ');
}

function answerCount(question: Question): string | null {
  const { text, draft, lx } = question;
  if (!isAbout('count', text)) return null;
  const { tools } = draft;
  const filter = effectOf(question);
  if (filter) return describeEffect(filter, tools);
  const meant = findMentioned(question);
  if (lx.has('argument', text) && meant[0]) {
    return meant
      .map(
        (tool) =>
          `\`${tool.name}\` has ${count(tool.arguments.length, 'argument')}: it ${describeArguments(tool)}.`,
      )
      .join(' ');
  }
  return `The draft has ${count(tools.length, 'tool')}${tools.length === 0 ? ' so far' : `: ${joinWords(tools.map(({ name }) => toCode(name)))}`}.`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function answerExists({ text, draft, lx }: Question): string | null {
  if (!isAbout('exists', text) || !lx.has('tool', text)) return null;
  const found = findByTopic(text, draft, lx);
  if (found.length === 0 && contentOf(leaveOut('exists', text), lx).length === 0) return null;
  if (found.length === 0)
    return isAbout('about', text) || draft.tools.length === 0
      ? null
      : 'No, the draft has no tool for that. Say its method and path, and it is added.';
  return `Yes: ${found
    .slice(0, MOST_DESCRIBED)
    .map((tool) => describeTool(tool, draft))
    .join(' ')}`;
}

function answerParts({ text, draft }: Question): string | null {
  const wanted = isAbout('resources', text)
    ? 'resources'
    : isAbout('prompts', text)
      ? 'prompts'
      : null;
  if (!wanted || draft[wanted].length === 0)
    return wanted && isAbout('exists', text) ? `The draft has no ${wanted}.` : null;
  return `The draft has ${count(draft[wanted].length, wanted.slice(0, -1))}: ${joinWords(draft[wanted].map(toCode))}.`;
}

function answerAbout(question: Question): string | null {
  if (!isAbout('about', question.text)) return null;
  const tools = findMentioned(question);
  if (tools.length === 0 || tools.length > MOST_DESCRIBED) return null;
  return tools.map((tool) => describeTool(tool, question.draft)).join(' ');
}

function answerList(question: Question): string | null {
  const { draft, lx } = question;
  if (findNamed(question.text, draft.tools).length > 0) return null;
  if (
    (!lx.has('tool', question.text) && !isAbout('overview', question.text)) ||
    isAbout('where', question.text)
  )
    return null;
  if (/^\W*(?:how|why|when|wie|warum|comment|cómo|como|come|hoe)\b/iu.test(question.text))
    return null;
  const { tools } = draft;
  if (tools.length === 0)
    return 'The draft has no tools yet. Paste an address, an API document or a cURL command, and it has.';
  return `The draft has ${count(tools.length, 'tool')}: ${tools.map((tool) => `${toCode(tool.name)}${tool.method ? ` (${tool.method} ${tool.path ?? ''})` : ''}`).join(', ')}.`;
}
