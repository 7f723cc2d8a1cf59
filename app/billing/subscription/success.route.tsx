import { SuccessScreen } from './success-screen.tsx';

export function meta() {
  return [{ title: 'Your plan · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Success() {
  return <SuccessScreen />;
}
