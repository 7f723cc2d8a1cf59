import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { toProblem, type Problem, type ProblemParts } from '#app/platform/problem.ts';

/** Every way in which something asked of a draft can fail. */
export type DraftProblem =
  | { reason: 'tooLarge' }
  | { reason: 'notText' }
  | { reason: 'unknownTemplate' }
  | { reason: 'fetchFailed'; message: string }
  | {
      reason: 'empty' | 'unreadable' | 'unsupported' | 'unusable' | 'noOperations';
      message: string;
      problems: PathProblem[];
    }
  | { reason: 'invalid'; problems: PathProblem[] }
  | { reason: 'unknown' }
  | { reason: 'expired' }
  | { reason: 'taken' }
  | { reason: 'conflict'; revision: number }
  | { reason: 'revisionMissing' }
  | { reason: 'badToken' }
  | { reason: 'unknownSecret'; name: string }
  | { reason: 'notSet'; name: string }
  | { reason: 'unreadableSecret'; name: string }
  | { reason: 'ownerOnly' };

/** The problem document of a failure; the switch knows every reason. */
export function toDraftProblem(app: Pick<AppContext, 'requestId'>, failure: DraftProblem): Problem {
  return toProblem(app, toParts(failure));
}

/** Status, words and headers of a failure. */
export function toParts(failure: DraftProblem): ProblemParts {
  switch (failure.reason) {
    case 'tooLarge':
      return { status: 413, detail: 'The document is larger than 25 MB. Take out what you do not need.' };
    case 'notText':
      return { status: 400, detail: 'The document is no text in its character encoding. Save it as UTF-8.' };
    case 'unknownTemplate':
      return { status: 422, detail: 'There is no template of that name.' };
    case 'fetchFailed':
      return { status: 422, detail: failure.message };
    case 'empty':
    case 'unreadable':
      return { status: 400, detail: failure.message, problems: some(failure.problems) };
    case 'unsupported':
    case 'unusable':
    case 'noOperations':
      return { status: 422, detail: failure.message, problems: some(failure.problems) };
    case 'invalid':
      return {
        status: 422,
        detail: 'The change would leave the server broken; nothing was changed.',
        problems: failure.problems,
      };
    case 'unknown':
      return { status: 404, detail: 'There is no such draft, or it is not yours.' };
    case 'expired':
      return { status: 410, detail: 'This draft has expired. Drafts live 7 days after their last change.' };
    case 'taken':
      return { status: 409, detail: 'A draft was already made with this key.' };
    case 'conflict':
      return {
        status: 412,
        detail: `The draft has changed meanwhile: it is at revision ${failure.revision}. Load it and try again.`,
        headers: { etag: `"${failure.revision}"` },
      };
    case 'revisionMissing':
      return { status: 428, detail: 'Say which revision you change, in the header If-Match: "<revision>".' };
    case 'badToken':
      return {
        status: 401,
        detail: 'The bearer token is not valid for this draft.',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      };
    case 'unknownSecret':
      return { status: 404, detail: `The server names no secret ${failure.name}.` };
    case 'notSet':
      return { status: 409, detail: `The secret ${failure.name} has no value yet.` };
    case 'unreadableSecret':
      return { status: 409, detail: `The secret ${failure.name} cannot be opened any more; set it again.` };
    case 'ownerOnly':
      return {
        status: 403,
        detail: 'Only its maker can confirm where a secret goes, in the screen; a token cannot.',
      };
  }
}

function some(problems: PathProblem[]): PathProblem[] | undefined {
  return problems.length > 0 ? problems : undefined;
}
