import { resolve } from 'node:path';

import { runnerImport, type Plugin } from 'vite';

import type { TemplateReport } from '#app/templates/template-report.ts';
import type { TemplateServer } from '#app/templates/template-server.ts';

import { buildConstants } from './build-constants.ts';
import { projectTemplate } from './project-template.ts';

const ID = 'virtual:template-servers';
const ENTRY = 'scripts/measure-template-servers.ts';

interface Measured {
  templateServers: readonly TemplateServer[];
  exampleReport: TemplateReport;
}

/** Provides `virtual:template-servers` (`app/virtual.d.ts`): the templates' servers, run and measured. */
export function templateServers(): Plugin {
  let root = process.cwd();
  return {
    name: 'template-servers',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<Measured>(resolve(root, ENTRY), {
        root,
        configFile: false,
        logLevel: 'error',
        plugins: [buildConstants(), projectTemplate()],
      });
      for (const file of dependencies) this.addWatchFile(file);
      const values = [
        `export const templateServers = ${JSON.stringify(module.templateServers)};`,
        `export const exampleReport = ${JSON.stringify(module.exampleReport)};`,
      ];
      return { code: values.join('\n'), moduleType: 'js' };
    },
  };
}
