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

/** Icon of each template. */
export const TEMPLATE_ICONS: Record<TemplateId, LucideIcon> = {
  weather: CloudSun,
  currency: ArrowLeftRight,
  'hacker-news': Newspaper,
  'github-issues': CircleDot,
  slack: Hash,
  'stripe-support': CreditCard,
};
