import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { toProblem, type Problem, type ProblemParts } from '#app/platform/problem.ts';

import { describeDraftFull, type DraftFull } from './draft-budget.ts';
import { toEtag } from './draft.ts';

/** The possible problems of a submitted document. */
type DocumentProblem =
  | { reason: 'tooLarge' }
  | { reason: 'blueprintTooLarge' }
  | DraftFull
  | { reason: 'notText' }
  | { reason: 'unknownTemplate' }
  /** It is not the one whose changes were looked at. */
  | { reason: 'documentMoved' }
  | { reason: 'unfitChoice' }
  | { reason: 'fetchFailed'; message: string }
  | {
      reason: 'empty' | 'unreadable' | 'unsupported' | 'unusable' | 'noOperations';
      message: string;
      problems: PathProblem[];
    }
  | { reason: 'invalid'; problems: PathProblem[] };

/** Why a draft cannot be had, or not be changed. */
type StateProblem =
  | { reason: 'unknown' }
  | { reason: 'expired' }
  | { reason: 'taken' }
  | { reason: 'conflict'; revision: number }
  | { reason: 'atWork' }
  | { reason: 'revisionMissing' }
  | { reason: 'badToken' }
  | { reason: 'tokenMissing' };

/** Why a secret cannot be set or confirmed. */
type SecretProblem =
  | { reason: 'unknownSecret'; name: string }
  | { reason: 'notSet'; name: string }
  | { reason: 'unfitValue'; message: string }
  | { reason: 'unreadableSecret'; name: string }
  | { reason: 'originsMoved'; name: string; origins: string[] }
  | { reason: 'ownerOnly' }
  | { reason: 'ownerConnects' }
  | { reason: 'unknownConnection' }
  | { reason: 'unsafeSignIn'; address: string };

/** Every way in which something asked of a draft can fail. */
export type DraftProblem = DocumentProblem | StateProblem | SecretProblem;

/** The problem document of a failure. */
export function toDraftProblem(app: Pick<AppContext, 'requestId'>, failure: DraftProblem): Problem {
  return toProblem(app, toParts(failure));
}

/** Status, words and headers of a failure; the switches know every reason. */
export function toParts(failure: DraftProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknown':
    case 'expired':
    case 'taken':
    case 'conflict':
    case 'atWork':
    case 'revisionMissing':
    case 'badToken':
    case 'tokenMissing':
      return toStateParts(failure);
    case 'unknownSecret':
    case 'notSet':
    case 'unfitValue':
    case 'unreadableSecret':
    case 'originsMoved':
    case 'ownerOnly':
    case 'ownerConnects':
    case 'unknownConnection':
    case 'unsafeSignIn':
      return toSecretParts(failure);
    default:
      return toDocumentParts(failure);
  }
}

function toDocumentParts(failure: DocumentProblem): ProblemParts {
  switch (failure.reason) {
    case 'tooLarge':
      return refuse(413, 'The document is larger than 25 MB. Take out what you do not need.');
    case 'blueprintTooLarge':
      return refuse(422, 'The server would be larger than 40 MB; nothing was changed.');
    case 'draftFull':
      return refuse(413, describeDraftFull(failure));
    case 'notText':
      return refuse(
        400,
        'The document is not valid text in its character encoding. Save it as UTF-8.',
      );
    case 'unknownTemplate':
      return refuse(422, 'There is no template with that name.');
    case 'documentMoved':
      return refuse(
        409,
        'The document has changed since you looked at it; nothing was changed. Look at its changes again.',
      );
    case 'unfitChoice':
      return refuse(
        400,
        'A form needs the document and, as JSON, the choice: {operations, apis, hash}.',
      );
    case 'fetchFailed':
      return refuse(422, failure.message);
    case 'empty':
    case 'unreadable':
      return { ...refuse(400, failure.message), problems: some(failure.problems) };
    case 'unsupported':
    case 'unusable':
    case 'noOperations':
      return { ...refuse(422, failure.message), problems: some(failure.problems) };
    case 'invalid': {
      const detail = 'The change would leave the server broken; nothing was changed.';
      return { ...refuse(422, detail), problems: failure.problems };
    }
  }
}

function toStateParts(failure: StateProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknown':
      return refuse(404, 'There is no such draft, or it is not yours.');
    case 'expired':
      return refuse(
        410,
        'This draft has expired. Drafts of guests are kept for 7 days after their last change.',
      );
    case 'taken':
      return refuse(409, 'A draft was already made with this key.');
    case 'conflict': {
      const { revision } = failure;
      const detail = `The draft has changed in the meantime. It is at revision ${revision}. Load it and try again.`;
      return { ...refuse(412, detail), headers: { etag: toEtag(revision) } };
    }
    case 'atWork':
      return refuse(409, 'The builder is at work on the server. Wait for it, or stop it.');
    case 'revisionMissing':
      return refuse(428, 'Name the revision that you change in the header If-Match: "<revision>".');
    case 'badToken': {
      const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
      return { ...refuse(401, 'The bearer token is not valid for this draft.'), headers };
    }
    case 'tokenMissing': {
      const detail =
        'This server is private. Send its token in the header Authorization: Bearer <token>.';
      return { ...refuse(401, detail), headers: { 'www-authenticate': 'Bearer' } };
    }
  }
}

function toSecretParts(failure: SecretProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknownSecret':
      return refuse(404, `The server has no secret named ${failure.name}.`);
    case 'notSet':
      return refuse(409, `The secret ${failure.name} has no value yet.`);
    case 'unfitValue':
      return refuse(422, failure.message);
    case 'unreadableSecret':
      return refuse(409, `The secret ${failure.name} can no longer be read. Set it again.`);
    case 'originsMoved': {
      const now = failure.origins.join(', ') || 'nowhere';
      return refuse(
        409,
        `The upstream has changed in the meantime: ${failure.name} would go to ${now}. Nothing was changed.`,
      );
    }
    case 'ownerOnly':
      return refuse(
        403,
        'Only the owner can confirm where a secret is sent, on the screen. A token cannot.',
      );
    case 'ownerConnects':
      return refuse(403, 'Only the owner can connect an API, on the screen. A token cannot.');
    case 'unknownConnection':
      return refuse(404, 'The server has no such API to connect. Reload the page.');
    case 'unsafeSignIn':
      return refuse(
        422,
        `Signing in at ${failure.address} would not be encrypted: it has to begin with https.`,
      );
  }
}

function refuse(status: number, detail: string): ProblemParts {
  return { status, detail };
}

function some(problems: PathProblem[]): PathProblem[] | undefined {
  return problems.length > 0 ? problems : undefined;
}
