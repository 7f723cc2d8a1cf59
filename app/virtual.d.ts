/** Text of `app/sandbox/<name>.ts`, bundled for a dynamic Worker (`scripts/prebuilt-modules.ts`). */
declare module 'virtual:prebuilt/*' {
  const text: string;
  export default text;
}

/** Whether http to loopback addresses is allowed: true in the development server only. */
declare const __DEV_LOOPBACK__: boolean;
