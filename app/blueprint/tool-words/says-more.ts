import { toSingular } from '#app/blueprint/words.ts';

/** The parts of a tool that its description is compared with. */
interface DescribedTool {
  name: string;
  description: string;
  /** Absent where it sends no request of its own. */
  request?: { method: string; path: string } | null;
}

/** Words that say nothing about what a tool does, or only what its method says. */
const EMPTY = new Set(
  `a an the this that these those of for to in on at by from with without via using and or as into per if
  is are be been it its my our your their one any all each every no not you we will can may also when which
  get gets got list lists return returns retrieve retrieves fetch fetches read reads obtain show shows display
  view find finds query queries load create creates add adds post posts insert inserts make new send sends
  update updates modify modifies edit edits change changes patch patches put puts replace replaces set sets
  save saves store stores delete deletes remove removes destroy destroys drop call calls execute executes
  perform performs use uses ask asks header headers data information info detail details object objects item
  items entity record records resource resources endpoint endpoints operation operations method methods
  request requests response responses api rest json given existing specified specific single certain current
  available multiple many more id ids identifier uuid collection instance result results value values
  http https v1 v2 v3 v4`
    .split(/\s+/)
    .map(toStem),
);

/** Sentences that a document’s import adds, which say nothing about what a tool does. */
const ADDED = /^Deprecated: prefer another tool where there is one\.|\n\nDocumentation: \S+$/g;

/** Lines that programs write into documents where nobody described anything. */
const PLACEHOLDER =
  /(?:^|(?<=\n))\s*(?:no (?:documentation|description|summary)(?: (?:found|available|provided|given))?|(?:to ?do|tbd|n\/a|none|null|undefined|description|summary|missing))\W*(?=\n|$)/gi;

/** A sentence of when to use a tool: "Use it to find a depot." */
const SAYS_WHEN =
  /(?:^|[.!?;:]\s+|\n)use (?:it|this(?: tool)?)(?: only| first)? (?:when|whenever|if|where|to|for|before|after|instead)\s+\p{L}/iu;

/** Shorter words are found inside others by accident. */
const MIN_PART = 4;

/**
 * Whether a description says when to use the tool, or anything besides the words of its name, its method and its
 * path: models choose by it, and they see the name anyway.
 */
export function saysMore({ name, description, request }: DescribedTool): boolean {
  const known = `${name} ${request?.path ?? ''}`;
  const words = new Set(stemsOf(known));
  // Names of operations are often written as one word: "getallcustomers".
  const letters = known.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const method = request?.method.toLowerCase();
  const text = withoutPlaceholders(description.replaceAll(ADDED, ''));
  if (SAYS_WHEN.test(text)) return true;
  return stemsOf(text).some((stem) => {
    if (EMPTY.has(stem) || words.has(stem) || stem === method) return false;
    return stem.length < MIN_PART || !letters.includes(stem);
  });
}

/** A text without lines such as “No description available.” */
export function withoutPlaceholders(text: string): string {
  return text.replaceAll(PLACEHOLDER, '').trim();
}

function stemsOf(text: string): string[] {
  const spaced = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(toStem);
}

/** Without the endings of plurals and of English verbs. */
function toStem(word: string): string {
  const singular = toSingular(word);
  return singular.length > 4 ? singular.replace(/(?:ing|ed|e)$/, '') : singular;
}
