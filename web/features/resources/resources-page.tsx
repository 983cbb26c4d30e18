/** `/resources`: guides for each platform, reference of the page language, sample files. */
import { Box, CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { NoResults } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { findResources, RESOURCES } from './resources.rules.tsx';

export function ResourcesPage() {
  const [text, setText] = useState('');
  const found = findResources(RESOURCES, text);
  return (
    <>
      <PageHead title="Resources" facts="Guides, the reference of the page language, and sample files" />
      <TextInput
        type="search"
        aria-label="Search resources"
        placeholder="Search resources"
        maw={420}
        mb={16}
        leftSection={<Search size={16} />}
        rightSection={
          text !== '' && <CloseButton size={28} aria-label="Clear search" onClick={() => setText('')} />
        }
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.length === 0 && <NoResults text="No matching resources" onClear={() => setText('')} />}
      <ul style={{ columns: '2 340px', columnGap: 16 }} aria-label="Resources">
        {found.map(({ title, kind, platform, body }) => (
          <Box component="li" key={title} mb={16} style={{ breakInside: 'avoid' }}>
            <Card title={title} aside={platform ? <PlatformIcon type={platform} isNamed /> : kind}>
              {body}
            </Card>
          </Box>
        ))}
      </ul>
    </>
  );
}
