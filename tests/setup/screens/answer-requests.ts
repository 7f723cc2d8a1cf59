/** Answers a request that a screen makes; undefined: it is for somebody else. */
export type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>;

let answers: readonly Answer[] = [];
let unanswered: string[] = [];

/** Answers the requests of this test's screen from now on; one that nobody knows fails the test. */
export function answerRequests(...given: Answer[]): void {
  answers = given;
}

/** No request of this test's screen finds a network from now on. */
export function goOffline(): void {
  answerRequests(() => {
    throw new TypeError('Failed to fetch');
  });
}

/** The requests that nobody has answered since the last call. */
export function takeUnanswered(): string[] {
  const taken = unanswered;
  unanswered = [];
  return taken;
}

/** Stands for `fetch` in all screen tests: the Firebase SDK keeps the one that it met first. */
export async function fetchFromTest(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  // Of this test, also where the next one has begun before the body was read.
  const [given, missed] = [answers, unanswered];
  const target = input instanceof Request ? input : new URL(String(input), location.href);
  const request = new Request(target, init);
  const { url, method, headers, signal } = request;
  const body = request.body && (await request.arrayBuffer());
  for (const answer of given) {
    // Each may read the body.
    const response = await answer(new Request(url, { method, headers, signal, body }));
    if (response) return response;
  }
  missed.push(`${method} ${url}`);
  throw new TypeError(`nobody answers ${method} ${url}`);
}
