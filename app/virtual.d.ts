/** Text of `app/sandbox/<name>.ts`, bundled for a dynamic Worker (`scripts/prebuilt-modules.ts`). */
declare module 'virtual:prebuilt/*' {
  const text: string;
  export default text;
}

/**
 * True in the development server only; what it guards is left out of every build: http to this
 * machine, live updates in the policy of pages, the published key on any host.
 */
declare const __DEVELOPMENT__: boolean;

/** The version in package.json. */
declare const __VERSION__: string;
