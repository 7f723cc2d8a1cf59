import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { FindProblem } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

import { ATTACHMENT_TOO_LARGE, describeAttachmentsFull } from './attachments/attachment-limits.ts';
import type { UploadFailure } from './attachments/take-upload.server.ts';
import type { ApprovalFailure } from './changes/approve-changes.server.ts';
import type { ChangeSetFailure } from './changes/change-sets.server.ts';
import type { AskFailure } from './turns/ask.ts';
import { describeForkTooMuch, describeTooMuch } from './chat-size.ts';
import { MAX_MESSAGES } from './chat-state.ts';
import { toSpentParts } from './spent-turns.server.ts';
import { describeSecrets } from './share/scan-for-secrets.ts';
import type { SharedSecret } from './share/share-scan.ts';

const FULL = `This chat is full: it has reached ${MAX_MESSAGES.toLocaleString('en')} messages. Start a new chat, or fork this one at an earlier message.`;

/** Why something that is asked of a chat is not done. */
export type ChatProblem =
  | AskFailure
  | FindProblem
  | ChangeSetFailure
  | ApprovalFailure
  | { reason: 'tooLong' }
  | UploadFailure
  | { reason: 'secretsFound'; secrets: SharedSecret[] }
  | { reason: 'notPublic' }
  | { reason: 'forkTooMuch'; limit: number };

/** The problem document of a failure. */
export function answerChatProblem(app: AppContext, failure: ChatProblem): Response {
  if (failure.reason === 'refused') return answerAuthFailure(app, failure.failure);
  return problem(app, toChatParts(failure));
}

/** Status and text of a failure, the same for a person and for an autopilot run. */
export function toChatParts(failure: Exclude<ChatProblem, { reason: 'refused' }>): ProblemParts {
  const refuse = (status: number, detail: string) => ({ status, detail });
  switch (failure.reason) {
    case 'busy':
      return refuse(
        409,
        'The builder is still working on an earlier message. Wait until it is done, or stop it.',
      );
    case 'known':
      return refuse(409, 'This message has already been sent.');
    // To the page a 404 says that the chat itself is gone.
    case 'noSuchMessage':
      return refuse(422, 'This chat has no such message.');
    case 'nothingToContinue':
      return refuse(409, 'The last answer is complete: say what to do next.');
    case 'noImages':
      return refuse(422, 'The selected model does not accept images. Choose another model.');
    case 'noSuchKey':
      return refuse(
        422,
        'The key of the selected model can no longer be used. Choose another model, or connect it again.',
      );
    case 'storageFull':
      return refuse(
        507,
        'The storage of this chat is full, so the message was not saved. Start a new chat, or fork this one at an earlier message.',
      );
    case 'turnsSpent':
      return toSpentParts(failure);
    case 'changesClosed':
    case 'changesDiffer':
    case 'stale':
    case 'unmade':
      return toDecisionParts(failure);
    case 'full':
      return refuse(413, FULL);
    case 'tooMuch':
      return refuse(413, describeTooMuch(failure));
    case 'tooLong':
      return refuse(
        413,
        'This text is too long for a message. Shorten it, or attach it as a file.',
      );
    case 'noSuchAttachment':
    case 'attachmentsFull':
    case 'attachmentTooLarge':
    case 'attachmentBroken':
    case 'attachmentUnreadable':
    case 'attachmentHoldsSecret':
      return toAttachmentParts(failure);
    case 'secretsFound':
      return refuse(409, describeSecrets(failure.secrets));
    case 'notPublic':
      return refuse(409, 'This chat is not public, so the showcase does not list it.');
    case 'forkTooMuch':
      return refuse(413, describeForkTooMuch(failure.limit));
    default:
      return toParts(failure);
  }
}

function toDecisionParts(failure: ChangeSetFailure | ApprovalFailure): ProblemParts {
  switch (failure.reason) {
    case 'changesClosed':
      return {
        status: 409,
        detail: 'These changes were decided on already, or no longer fit the server.',
      };
    case 'changesDiffer':
      return {
        status: 409,
        detail: 'These are not the changes that were shown. Reload the page.',
      };
    case 'stale':
      return {
        status: 409,
        detail: `The server was changed since: ${failure.names.slice(0, 5).join(', ')}. Ask the builder to make these changes again.`,
      };
    case 'unmade': {
      const [problem] = failure.problems;
      return {
        status: 422,
        detail: problem?.message ?? 'The server cannot run with these changes.',
      };
    }
  }
}

type AttachmentFailure =
  | Exclude<UploadFailure, { reason: 'draftFull' }>
  | { reason: 'noSuchAttachment' };

function toAttachmentParts(failure: AttachmentFailure): ProblemParts {
  switch (failure.reason) {
    case 'noSuchAttachment':
      return {
        status: 422,
        detail: 'This chat does not have one of the attached files. Attach it again.',
      };
    case 'attachmentsFull':
      return { status: 413, detail: describeAttachmentsFull(failure) };
    case 'attachmentTooLarge':
      return { status: 413, detail: ATTACHMENT_TOO_LARGE };
    case 'attachmentHoldsSecret':
      return {
        status: 422,
        detail: `This file holds what looks like ${failure.kind}. Take it out, and set it as a secret of the server.`,
      };
    case 'attachmentBroken':
      return { status: 400, detail: 'The file did not arrive whole. Attach it again.' };
    case 'attachmentUnreadable':
      return { status: 422, detail: 'This file is neither a text nor an image.' };
  }
}
