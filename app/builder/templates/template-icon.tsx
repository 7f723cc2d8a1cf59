import {
  ArrowLeftRight,
  CircleDot,
  CloudSun,
  CreditCard,
  Hash,
  Newspaper,
  type LucideIcon,
} from 'lucide-react';

import type { TemplateId } from './templates.ts';

const ICONS: Record<TemplateId, LucideIcon> = {
  weather: CloudSun,
  currency: ArrowLeftRight,
  'hacker-news': Newspaper,
  'github-issues': CircleDot,
  slack: Hash,
  'stripe-support': CreditCard,
};

/** The sign of a template, in the text's colour. */
export function TemplateIcon({ id, className }: { id: TemplateId; className?: string }) {
  const Icon = ICONS[id];
  return <Icon aria-hidden className={className} />;
}
