/** The answer to a change that was made. */
export function answerDone(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
