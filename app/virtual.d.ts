/** Text of `app/sandbox/<name>.ts`, bundled for a dynamic Worker (`scripts/prebuilt-modules.ts`). */
declare module 'virtual:prebuilt/*' {
  const text: string;
  export default text;
}

/** Text of `app/ui/inline/<name>.ts`, bundled into a script for the document (`scripts/prebuilt-modules.ts`). */
declare module 'virtual:inline/*' {
  const text: string;
  export default text;
}

/** Constants of the build (`scripts/build-constants.ts`). */
declare module 'virtual:build' {
  /**
   * True in the development server only; what it guards is in no build: live updates in the policy
   * of pages, the published key on any host.
   */
  export const isDevelopment: boolean;
  /** True where `npm start` or `npm run dev` serves: upstreams may be http on this machine. */
  export const isLocal: boolean;
  /**
   * `host:port` of the Firebase Auth emulator in the development server, in the build that
   * `npm start` serves and in the one for tests (`AUTH_EMULATOR` is `start` or `on`); empty in the
   * build that is deployed, which then holds no code for it.
   */
  export const authEmulatorHost: string;
  /**
   * `host:port` of the emulator of Stripe where `npm start` or `npm run dev` serves; empty in the build that is
   * deployed and in the one for tests, which lead Stripe's own address to it.
   */
  export const stripeEmulatorHost: string;
  /** As {@link stripeEmulatorHost}, of the emulator of GitHub. */
  export const githubEmulatorHost: string;
  /** True in the Worker, false in the browser, which then holds no code that it guards. */
  export const isServer: boolean;
  /** The version in package.json. */
  export const version: string;
  /** Another one whenever the code that makes reports of drafts is another. */
  export const reportVersion: string;
}

/** Workers AI is bound where the Worker is deployed (scripts/deploy.mjs): it runs nowhere else. */
interface Env {
  AI?: Ai;
}

/** The templates' servers as they ran when the bundle was made (`scripts/template-servers.ts`). */
declare module 'virtual:template-servers' {
  import type { TemplateReport } from '#app/templates/template-report.ts';
  import type { TemplateServer } from '#app/templates/template-server.ts';

  export const templateServers: readonly TemplateServer[];
  /** Of the server that the start page shows. */
  export const exampleReport: TemplateReport;
}

/** Figures of our own tests and benchmarks (`scripts/proof/measured-proof.ts`). */
declare module 'virtual:proof' {
  import type { StartProof } from '#app/start/proof/proof.ts';

  export const proof: StartProof;
}

/** The faces of the builder's tools, read from their files when the bundle was made (`scripts/tool-faces.ts`). */
declare module 'virtual:tool-faces' {
  import type { ToolFace } from './builder/tools/tool-face.ts';

  export const toolFaces: readonly ToolFace[];
}

/** Files that are the same in every exported project, by path in it (`scripts/project-template.ts`). */
declare module 'virtual:project-template' {
  export const files: Readonly<Record<string, string>>;
  /** The files that run saved tests, in a project that has some. */
  export const savedTestFiles: Readonly<Record<string, string>>;
}

/** The articles of the blog, newest first (`scripts/articles.ts`). */
declare module 'virtual:posts' {
  import type { Post } from '#app/reading/article.ts';

  export const posts: readonly Post[];
}

/** The documentation in the order of its navigation (`scripts/articles.ts`). */
declare module 'virtual:doc-pages' {
  import type { DocPage } from '#app/reading/article.ts';

  export const docPages: readonly DocPage[];
}

/** Outlines of letters, for pictures that the Worker draws (`scripts/share-glyphs.ts`). */
declare module 'virtual:share-glyphs' {
  /** Of each letter its advance width and its path (`M`, `L`, `Q`, `C` and `Z`), in hundredths of an em. */
  export const shareGlyphs: Readonly<Record<string, readonly [width: number, path: string]>>;
}
