import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { useRef } from 'react';

import { THEMES, type Theme } from '#app/platform/theme.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { chooseTheme, useTheme } from '#app/ui/use-theme.ts';

const CHOICES = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
};

/** Chooses light, dark or the device's theme; kept in a cookie, so the server renders it at once. */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const theme = useTheme(initial);
  const menu = useRef<HTMLDivElement>(null);
  const { Icon } = CHOICES[theme];

  function choose(next: Theme) {
    chooseTheme(next);
    menu.current?.hidePopover();
  }

  return (
    <>
      <IconButton label="Theme" popoverTarget="theme-menu">
        <Icon aria-hidden />
      </IconButton>
      <div
        ref={menu}
        id="theme-menu"
        popover="auto"
        className="fixed inset-auto top-12 end-4 m-0 w-40 rounded-panel border bg-raised p-1 text-ink shadow-float sm:end-6"
      >
        {THEMES.map((value) => {
          const choice = CHOICES[value];
          return (
            <button
              key={value}
              type="button"
              aria-pressed={value === theme}
              onClick={() => choose(value)}
              className="control flex w-full items-center gap-2.5 px-2.5 text-sm hover:bg-hover [&_svg]:size-4"
            >
              <choice.Icon aria-hidden />
              {choice.label}
              {value === theme ? <Check aria-hidden className="ms-auto text-blue" /> : null}
            </button>
          );
        })}
      </div>
    </>
  );
}
