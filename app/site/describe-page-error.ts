/** Words that stand where a page should have been. */
interface PageError {
  title: string;
  text: string;
  /** Whether asking again may help. */
  mayRetry: boolean;
}

const UNKNOWN: PageError = {
  title: 'Something went wrong',
  text: 'The page could not be shown. Nothing you saved is lost. Try again.',
  mayRetry: true,
};

const BY_STATUS: Record<number, PageError> = {
  410: {
    title: 'This draft is no longer here',
    text: 'It was deleted, or it was a guest draft, which is kept for 7 days after the last change. Import the document again to get a new one.',
    mayRetry: false,
  },
  429: {
    title: 'Too many requests',
    text: 'Your network has opened many pages in the last minute. Wait a minute, then try again.',
    mayRetry: true,
  },
  503: {
    title: 'Not available right now',
    text: 'A part of the service does not answer at the moment. Nothing you saved is lost. Wait a few seconds, then try again.',
    mayRetry: true,
  },
};

/** The words for a status; null: it was no answer that failed, but the page itself. */
export function describePageError(status: number | null): PageError {
  return (status === null ? undefined : BY_STATUS[status]) ?? UNKNOWN;
}
