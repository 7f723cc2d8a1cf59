import { SubscriptionScreen } from './subscription-screen.tsx';

export function meta() {
  return [{ title: 'Subscription · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function Subscription() {
  return <SubscriptionScreen />;
}
