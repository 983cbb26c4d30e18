/** Copies of a Geocoder run by town, in pages; pictures load when they are scrolled into view. */
import { Flex, Stack, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useCallback, useDeferredValue, useState } from 'react';
import type { TownImages } from '#contract/image-shapes.ts';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call } from '#web/client/call.ts';
import { useCall, useRefresh } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { useGallery } from '#web/kit/gallery-opener.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { ImageFacts, ImageName, ImageTile, ImageTiles } from '../shared/image-tiles.tsx';
import classes from '../shared/images-section.module.css';
import { OpenPicture } from '../shared/stored-picture.tsx';

/** Maximum page size of the endpoint. */
const MAX_TOWNS = 100;

export function ImagesByTown({ project }: { project: Project }) {
  const { id, images: first, town_count: count } = project;
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(Math.min(MAX_TOWNS, Math.max(1, first.length)));
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const isFirst = page === 1 && search === '' && perPage === first.length;
  const query = { page, per_page: perPage, ...(search !== '' && { search }) };
  const list = useCall(projectsContract.images, { params: { id }, query }, { skip: isFirst });
  const towns = isFirst ? first : list.data;
  const total = isFirst ? count : list.meta?.total;
  return (
    <Card title="Images by city" aside={formatAmount(count, 'town')}>
      <TextInput
        type="search"
        aria-label="Search the towns"
        placeholder={`Search ${formatAmount(count, 'town')}`}
        leftSection={<Search size={16} />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      {list.error && <Alert what="Couldn’t load the images." error={list.error} onRetry={list.refetch} />}
      {towns?.length === 0 && <p role="status">No matching towns</p>}
      <Stack gap={20} m="14px 0 0">
        {towns?.map((town) => (
          <OneTown key={town.city} projectId={id} town={town} />
        ))}
      </Stack>
      {total !== undefined && total > (towns?.length ?? 0) && (
        <Pager page={page} perPage={perPage} total={total} onPage={setPage} onPerPage={setPerPage} />
      )}
    </Card>
  );
}

function OneTown({ projectId, town }: { projectId: number; town: TownImages }) {
  const { city, images } = town;
  const renew = async (name: string) => {
    const query = { search: city };
    const found = await call(projectsContract.images, { params: { id: projectId }, query });
    const same = found.find((each) => each.city === city);
    return same?.images.find((image) => image.name === name)?.download_url;
  };
  const refresh = useRefresh();
  const renewAll = useCallback(async () => refresh('projects'), [refresh]);
  const { open, gallery } = useGallery(
    images.map(({ name, download_url: url, thumbnail_url: thumbnailUrl }) => ({ url, name, thumbnailUrl })),
    renewAll,
  );
  return (
    <section>
      <Flex component="h3" className={classes.town} align="baseline" gap={8} mb={8} fz="lg" fw={600}>
        <bdi>{city}</bdi> <ImageFacts>{formatCount(images.length)}</ImageFacts>
      </Flex>
      <ImageTiles>
        {images.map(({ name, download_url: url, thumbnail_url: thumbnail }) => (
          <ImageTile key={name}>
            <OpenPicture url={thumbnail} name={name} onOpen={() => open(url)} />
            <ImageName title={name}>{name}</ImageName>
            <ImageFacts>
              <SignedLink address={url} onRenew={() => renew(name)} label={`Download ${name}`}>
                Download
              </SignedLink>
            </ImageFacts>
          </ImageTile>
        ))}
      </ImageTiles>
      {gallery}
    </section>
  );
}
