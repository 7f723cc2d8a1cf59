import { TesterScreen } from './tester-screen.tsx';

export function meta() {
  return [
    { title: 'MCP client: test any MCP server · MCP Builder' },
    {
      name: 'description',
      content:
        'Connect to any MCP server in the browser: call its tools, read resources, follow every message, check the protocol and debug OAuth.',
    },
  ];
}

export default function Client() {
  return <TesterScreen />;
}
