import { StartScreen } from './start-screen.tsx';
import { templates } from './templates/templates.ts';

export function meta() {
  return [
    { title: 'MCP Builder: from an API document to a running MCP server' },
    {
      name: 'description',
      content:
        'Paste an OpenAPI document and get an MCP server: running, tested, hosted and yours to download.',
    },
  ];
}

export default function Start() {
  return <StartScreen templates={templates} />;
}
