/** What GitHub answers when it does not do what it is asked. */
export class GithubRefusal extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const DOCUMENTATION = 'https://docs.github.com/rest';

export function refusal(status: number, message: string, more: object = {}): GithubRefusal {
  return new GithubRefusal(status, {
    message,
    documentation_url: DOCUMENTATION,
    status: String(status),
    ...more,
  });
}

export const notFound = () => refusal(404, 'Not Found');

/** The app lacks a permission, or is not installed there. */
export const notAccessible = () => refusal(403, 'Resource not accessible by integration');

/** A refused value, as most of the API tells it. */
export function invalid(resource: string, field: string, message: string, code = 'custom') {
  return refusal(422, 'Validation Failed', { errors: [{ resource, code, field, message }] });
}
