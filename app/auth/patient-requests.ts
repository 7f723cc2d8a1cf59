import { getAuthCode } from './auth-texts.ts';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** The attempts of Firebase's SDK, of which some may be waited for longer than it does. */
export interface PatientRequests {
  /** Under which the SDK has to send its requests. */
  fetch: Fetch;
  /**
   * Makes an attempt that may take so long. The SDK gives up on a request after 30 s (`NetworkTimeout`,
   * of its `DEFAULT_API_TIMEOUT_MS`), but does not end it: where there is time left, the attempt is made
   * once more with the requests of the first, so that nothing is sent twice and a late answer counts.
   */
  attempt: <Value>(act: () => Promise<Value>, limitMs: number) => Promise<Value>;
}

/** `new Delay(30000, 60000)` in @firebase/auth; the longer one is for Cordova and React Native. */
const SDK_TIMEOUT_MS = 30_000;

const OF_THE_SDK = /\bidentitytoolkit\.googleapis\.com\//;

/** The requests of one attempt, by address and body, and whether they are answered from here. */
interface Attempt {
  isRepeated: boolean;
  readonly sent: Map<string, Promise<Response>>;
  /** How many of them have not ended. */
  underWay: number;
}

/** Wraps the fetch that the SDK uses. */
export function createPatientRequests(fetch: Fetch): PatientRequests {
  let current: Attempt | null = null;

  function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    if (!current || !OF_THE_SDK.test(url) || typeof init?.body !== 'string') {
      return fetch(input, init);
    }
    const key = `${url}\n${init.body}`;
    const before = current.isRepeated ? current.sent.get(key) : undefined;
    const response = before ?? follow(current, fetch(input, init));
    current.sent.set(key, response);
    return response.then((answer) => answer.clone());
  }

  async function attempt<Value>(act: () => Promise<Value>, limitMs: number): Promise<Value> {
    if (limitMs <= SDK_TIMEOUT_MS) return act();
    const own: Attempt = { isRepeated: false, sent: new Map(), underWay: 0 };
    current = own;
    try {
      return await act();
    } catch (error) {
      // Any other failure is an answer, and a network that failed has ended its requests.
      const isGivenUp = getAuthCode(error) === 'auth/network-request-failed' && own.underWay > 0;
      if (!isGivenUp) throw error;
      own.isRepeated = true;
      current = own;
      return await act();
    } finally {
      if (current === own) current = null;
    }
  }

  return { fetch: send, attempt };
}

function follow(attempt: Attempt, response: Promise<Response>): Promise<Response> {
  attempt.underWay += 1;
  const end = () => void (attempt.underWay -= 1);
  response.then(end, end);
  return response;
}
