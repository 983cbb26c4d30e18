/** `/tutorials/{id}`: one tutorial. A click loads its video from YouTube or Vimeo; other videos are links. */
import { Box, Button, Group, Text } from '@mantine/core';
import { ExternalLink, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Tutorial, tutorialsContract } from '#contract/tutorials.contract.ts';
import { useShownRow } from '#web/client/use-shown.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Age } from '#web/ui/age.tsx';
import { Card } from '#web/ui/card.tsx';
import links from '#web/ui/link.module.css';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { findWalkthrough, WalkthroughSteps } from '#web/ui/walkthrough.tsx';
import classes from './tutorial.module.css';
import { LevelBadge, Preview, useCanEditTutorials } from './tutorial-parts.tsx';

const ELSEWHERE = { target: '_blank', rel: 'noopener noreferrer' } as const;

export function TutorialPage() {
  const { id = '' } = useParams();
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const { row, error, refetch } = useShownRow(tutorialsContract.show, Number(id), { skip: !isId });
  const canEdit = useCanEditTutorials();
  if (row) return <OneTutorial key={id} tutorial={row} canEdit={canEdit} />;
  if (!isId || error?.status === 404) return <MissingSubject noun="tutorial" />;
  return (
    <>
      <PageHead title="Tutorial" />
      {error ? (
        <Alert what="Failed to fetch tutorial" error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows label="Loading the tutorial" />
      )}
    </>
  );
}

function OneTutorial({ tutorial, canEdit }: { tutorial: Tutorial; canEdit: boolean }) {
  const { id, title, description, level, created_at } = tutorial;
  const walkthrough = findWalkthrough(tutorial.link, location.origin);
  return (
    <>
      <PageHead
        title={title}
        facts={
          <Group component="span" gap={10}>
            <LevelBadge level={level} />
            <Age of={created_at} />
          </Group>
        }
        actions={
          canEdit && (
            <Button component={Link} to={`/tutorials/${id}/edit`} leftSection={<Pencil size={16} />}>
              Edit
            </Button>
          )
        }
      />
      <Box maw={880}>
        <Card isFlush label={walkthrough ? 'Steps' : 'Video'}>
          {!walkthrough && <Video tutorial={tutorial} />}
          <Text
            ta="left"
            fz="md"
            p="14px 18px 16px"
            style={{ unicodeBidi: 'plaintext', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {description}
          </Text>
          {walkthrough && (
            <Box p="0 18px 18px">
              <WalkthroughSteps steps={walkthrough.steps} />
            </Box>
          )}
        </Card>
      </Box>
    </>
  );
}

/** Nothing is requested from the video's host before the click, which gives consent. */
function Video({ tutorial: { title, link, preview_url } }: { tutorial: Tutorial }) {
  const [isPlaying, setPlaying] = useState(false);
  const video = readVideo(link);
  return (
    <>
      <div className={classes.picture}>
        {video && isPlaying ? (
          <iframe
            ref={(frame) => frame?.focus()}
            src={video.src}
            title={title}
            allow="autoplay; fullscreen"
            allowFullScreen
            // Cross-origin: it can't remove its sandbox.
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the players use the storage of their own origin
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
            // The players refuse pages without a referrer.
            referrerPolicy="strict-origin"
          />
        ) : (
          <Preview url={preview_url} />
        )}
        {video && !isPlaying && (
          <Button
            variant="filled"
            pos="relative"
            leftSection={<Play size={16} />}
            onClick={() => setPlaying(true)}
          >
            Play video
          </Button>
        )}
        {!video && (
          <Button
            component="a"
            href={link}
            {...ELSEWHERE}
            pos="relative"
            rightSection={<ExternalLink size={16} />}
          >
            Open the video at {new URL(link).hostname}
          </Button>
        )}
      </div>
      {video && (
        <Group px={18} pt={10} gap="4px 12px" fz="small" c="var(--text2)">
          The video comes from {video.host}, and only when you press Play.
          <a className={links.link} href={link} {...ELSEWHERE}>
            Open on {video.host}
          </a>
        </Group>
      )}
    </>
  );
}

interface FramedVideo {
  host: 'YouTube' | 'Vimeo';
  /** Plays at once, because it's opened by a click. The content security policy allows these two. */
  src: string;
}

const YOUTUBE = /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;
const VIMEO_PATH = /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d+)(?:\/([\da-f]+))?\/?$/;

/** @returns undefined for any other URL, which becomes a link */
export function readVideo(link: string): FramedVideo | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  return readYoutube(url) ?? readVimeo(url);
}

function readYoutube({ hostname, pathname, searchParams }: URL): FramedVideo | undefined {
  const isShort = hostname === 'youtu.be';
  if (!isShort && !YOUTUBE.test(hostname)) return undefined;
  const id = isShort ? pathname.slice(1) : (YOUTUBE_PATH.exec(pathname)?.[1] ?? searchParams.get('v') ?? '');
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  const start = readSeconds(searchParams.get('t') ?? searchParams.get('start') ?? '');
  const query = new URLSearchParams({ autoplay: '1', ...(start > 0 && { start: String(start) }) });
  return { host: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?${query}` };
}

function readVimeo({ hostname, pathname, searchParams }: URL): FramedVideo | undefined {
  if (!/^(?:(?:www|player)\.)?vimeo\.com$/.test(hostname)) return undefined;
  const [, id, ofPath] = VIMEO_PATH.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  // Hash of an unlisted video.
  const key = ofPath ?? searchParams.get('h') ?? '';
  const query = new URLSearchParams({ autoplay: '1', dnt: '1', ...(/^[\da-f]+$/.test(key) && { h: key }) });
  return { host: 'Vimeo', src: `https://player.vimeo.com/video/${id}?${query}` };
}

/** `90`, `90s`, `1m30s` */
function readSeconds(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
