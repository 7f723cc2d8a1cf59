import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { Mention } from './find-mentions.ts';

/** Names of files with an API description. */
const DESCRIPTION =
  /(?:openapi|swagger|api-docs?|postman)[\w.-]*(?:\.(?:json|ya?ml))?(?:\?.*)?$|\.(?:ya?ml)(?:\?.*)?$/i;
/** Path segments about versions and routing rather than resources. */
const ROOT_SEGMENT =
  /^(?:api|apis|rest|v\d+(?:[.-]\d+)*|\d+(?:\.\d+)+|public|data|beta|latest|services?)$/i;

export type MentionRole = 'endpoint' | 'base' | 'description' | 'none';

/** Role of an address or a path. */
export function roleOf(
  mention: Mention,
  all: readonly Mention[],
  text: string,
  hasRequests: boolean,
  lx: Lexicon,
): MentionRole {
  const before = text.slice(Math.max(0, mention.start - 40), mention.start);
  if (mention.kind === 'request')
    return isForAll(mention, text, lx) && all.some(({ kind }) => kind === 'path')
      ? 'base'
      : 'endpoint';
  if (mention.kind === 'address') {
    if (DESCRIPTION.test(mention.target)) return 'description';
    if (lx.rx(String.raw`<tokenUrl>\W*$`).test(before)) return 'none';
    if (/[{<]|\?[\w[\].-]+=|\/:\w/.test(mention.target)) return 'endpoint';
    const hasPaths = all.some(({ kind }) => kind === 'path');
    return hasRequests ||
      hasPaths ||
      isRoot(mention.target) ||
      all.filter(({ kind }) => kind === 'address').length > 1
      ? 'base'
      : 'endpoint';
  }
  // A bare path is an endpoint if the text also names an address for it.
  const hasBase = all.some((each) => each.kind === 'address' || isForAll(each, text, lx));
  return hasBase &&
    !all.some((each) => each.kind === 'request' && each.target === mention.target) &&
    !/\.\w{2,4}$/.test(mention.target)
    ? 'endpoint'
    : 'none';
}

/** Whether one method applies to all: "/a, /b: all GET on https://…". */
function isForAll({ kind, target, start }: Mention, text: string, lx: Lexicon): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  return (
    kind === 'request' && /^https?:/i.test(target) && lx.rx(String.raw`<all>\s+$`).test(before)
  );
}

function isRoot(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  return segments.every((segment) => ROOT_SEGMENT.test(segment));
}
