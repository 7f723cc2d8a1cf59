import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { RequestProblem } from '#app/mcp-client/connection.ts';

/** Codes of JSON-RPC and of MCP, in words. */
const CODES: Readonly<Record<number, string>> = {
  [-32700]: 'parse error',
  [-32600]: 'invalid request',
  [-32601]: 'method not found',
  [-32602]: 'invalid parameters',
  [-32603]: 'internal error',
  [-32002]: 'resource not found',
  [-32020]: 'header mismatch',
  [-32021]: 'missing client capability',
  [-32022]: 'unsupported protocol version',
};

/** Why a request brought no result, as a sentence. */
export function describeRequestProblem(problem: RequestProblem): string {
  const message = toVisible(problem.message);
  switch (problem.reason) {
    case 'rpc': {
      const name = CODES[problem.code];
      const code = name === undefined ? `${problem.code}` : `${problem.code}, ${name}`;
      return `${message === '' ? 'The server gave no message.' : message} (error ${code})`;
    }
    case 'http':
      return `${message} (HTTP ${problem.status})`;
    default:
      return message;
  }
}
