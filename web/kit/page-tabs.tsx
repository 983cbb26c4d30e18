/** Tabs below the head of a page. The URL has the name of the active tab; the first one has no name. */
import { Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { CardStack } from '#web/ui/card-boundary.tsx';
import tabClasses from '#web/ui/tabs.module.css';

export interface PageTab {
  /** Name in the URL. */
  name: string;
  label: string;
  /** Shown after the label. */
  count?: ReactNode;
  render: () => ReactNode;
}

interface Props {
  /** Accessible name: `Project sections`. */
  label: string;
  tabs: readonly PageTab[];
}

/** Opens a tab by its name, or the first one; clears the search and page of the previous tab's list. */
export function useOpenTab() {
  const [, setAddress] = useSearchParams();
  return (name?: string) => setAddress(name === undefined ? {} : { tab: name }, { preventScrollReset: true });
}

export function PageTabs({ label, tabs }: Props) {
  const [address] = useSearchParams();
  const openTab = useOpenTab();
  const [first] = tabs;
  const shown = tabs.find(({ name }) => name === address.get('tab')) ?? first;
  return (
    <Tabs
      value={shown?.name ?? null}
      onChange={(name) => openTab(name === null || name === first?.name ? undefined : name)}
      classNames={{ list: tabClasses.tabs ?? '', tab: tabClasses.tab ?? '' }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name}>
            {tab.label}
            {tab.count !== undefined && (
              <Text span inherit c="var(--text3)">
                {' '}
                {tab.count}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.name} value={tab.name} pt={16}>
          {tab === shown && <CardStack>{tab.render()}</CardStack>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
