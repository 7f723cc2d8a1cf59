// Judges what a draft serves, in the context that observe-draft.mjs brings.

const isWithin = (count, [min, max = Infinity]) => count >= min && count <= max;

const toWords = ([min, max]) => (max === undefined ? `at least ${min}` : `${min} to ${max}`);

function judgeLists(wanted, served) {
  for (const [list, range] of Object.entries(wanted)) {
    const { length } = served[list];
    if (!isWithin(length, range)) return `${length} ${list} served, ${toWords(range)} wanted`;
  }
  return null;
}

function judgeCall(predicate, { calls }) {
  const { isError = false, text, textNot } = predicate;
  const what = predicate.call ?? `/${predicate.callLike}/`;
  const result = calls.get(predicate);
  if (result.missing) return `no tool for ${what}`;
  const say = (why) => `${result.name}: ${why}: ${result.text.slice(0, 200)}`;
  if (result.isError !== isError) return say(isError ? 'fails not' : 'fails');
  if (text && !new RegExp(text, 'iu').test(result.text)) return say(`its result lacks ${text}`);
  if (textNot && new RegExp(textNot, 'iu').test(result.text)) {
    return say(`its result holds ${textNot}`);
  }
  return null;
}

/**
 * Judges a predicate about what is served.
 * @returns {string | null | undefined} why it does not hold, null where it does; undefined for a predicate of
 *   another kind
 */
export function judgeServed(predicate, { served }) {
  if (predicate.serves) return judgeLists(predicate.serves, served);
  if ('call' in predicate || 'callLike' in predicate) return judgeCall(predicate, served);
  const { report } = served ?? {};
  if (predicate.score !== undefined) {
    const score = report?.score ?? null;
    return score !== null && score >= predicate.score ? null : `score ${score}`;
  }
  if (predicate.fails !== undefined) {
    const failing = (report?.checks ?? []).filter(({ status }) => status === 'fail');
    const found = failing.map(({ id, evidence }) => `${id} (${evidence?.text ?? ''})`).join(', ');
    return failing.length <= predicate.fails ? null : `${failing.length} checks fail: ${found}`;
  }
  return undefined;
}
