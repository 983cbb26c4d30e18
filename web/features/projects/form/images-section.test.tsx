import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storeProjectType } from '#web/client/project-drafts.ts';
import {
  listCalls,
  chooseImages,
  readFields,
  installBrowserParts,
  openCreate,
  press,
  section,
  type,
} from './form-fixture.tsx';
import { pickImages } from './use-image-uploads.ts';
import { openPage } from '../shared/page-fixture.tsx';
import { DRAFT_ID } from './section-fixture.tsx';
import { StoredPicture } from '../shared/stored-picture.tsx';
import { HeldRequest, holdUploads, image, photo, take } from './upload-fixture.ts';

const items = () => within(section('Upload Images')).queryAllByRole('listitem');

/** Waits for the form. */
async function openForm() {
  const page = openCreate();
  await screen.findByText(/many at once/);
  return page;
}

beforeEach(() => {
  installBrowserParts();
  holdUploads();
  storeProjectType('Geocoder');
});

const spinners = () => section('Upload Images').querySelectorAll('.mantine-LoadingOverlay-root');

describe('the images of a Geocoder', () => {
  test('above 5,242,880 bytes, and other files, are dropped silently: a quiet count is all', async () => {
    await openForm();
    chooseImages(
      photo('good.jpg', 5_242_880),
      photo('large.jpg', 5_242_881),
      new File(['x'], 'picture.png', { type: 'image/png' }),
      new File(['just a text'], 'named-wrongly.jpg', { type: 'image/jpeg' }),
    );
    await screen.findByText('3 files skipped: only JPEG images of up to 5 MB are used.');
    expect(items()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('show how far each of them is, three at once, and its picture when it is there', async () => {
    await openForm();
    chooseImages(...['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => photo(name)));
    await waitFor(() => expect(HeldRequest.all).toHaveLength(3));
    HeldRequest.all[0]?.report(1, 2);
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Uploading a.jpg' });
    await waitFor(() => expect(progress.value).toBe(50));
    expect(spinners()).toHaveLength(4);
    take(0, 'a.jpg');
    await waitFor(() => expect(HeldRequest.all).toHaveLength(4));
    expect(spinners()).toHaveLength(3);
    await screen.findByText(/^1 of 4 images uploaded, /);
    expect(section('Upload Images').querySelector('img')?.getAttribute('src')).toBe('/thumbnail/a.jpg');
    [1, 2, 3].forEach((index) => take(index, `${index}.jpg`));
    await screen.findByText(/^4 images, /);
  });

  test('that the server refuses say why; the others stay', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await openForm();
    chooseImages(photo('bad.jpg'), photo('good.jpg'));
    await waitFor(() => expect(HeldRequest.all).toHaveLength(2));
    const message = 'The image is cut off or corrupt.';
    HeldRequest.all[0]?.answer(422, { success: false, code: 'invalid', message });
    take(1, 'good.jpg');
    await screen.findByText(message);
    expect(items()).toHaveLength(2);
  });

  test('are removed one by one, from the draft as well', async () => {
    const page = await openForm();
    chooseImages(photo('a.jpg'), photo('b.jpg'));
    await waitFor(() => expect(HeldRequest.all).toHaveLength(2));
    expect(HeldRequest.all[0]?.sent?.get('draft_id')).toBe(DRAFT_ID);
    take(0, 'a.jpg');
    await waitFor(() => expect(section('Upload Images').querySelector('img')).toBeTruthy());
    press('Remove a.jpg');
    await waitFor(() => expect(listCalls(page)).toContain('DELETE images/delete-upload'));
    expect(readFields(page, 'images/delete-upload')).toEqual({ url: image('a.jpg').url, type: 'geocoder' });
    press('Remove b.jpg');
    expect(HeldRequest.all[1]?.isAborted).toBe(true);
    expect(items()).toHaveLength(0);
  });

  test('are asked for by name where none was given', async () => {
    await openForm();
    type('Title', 'Decks');

    press('Save Project');
    await screen.findAllByText('At least one image is required');
  });
});

test('files are picked by type, size and their first bytes', async () => {
  const PNG = '\x89PNG\r\n\x1a\n';
  const file = (name: string, mime: string, begin: string) =>
    new File([Uint8Array.from(begin, (character) => character.charCodeAt(0))], name, { type: mime });
  const jpeg = photo('whole.jpg', 5_242_880);
  const png = file('logo.png', 'image/png', PNG);
  const webp = file('roof.webp', 'image/webp', 'RIFF\0\0\0\0WEBP');
  const renamed = file('renamed.jpg', 'image/jpeg', PNG);
  const others = [
    photo('large.jpg', 5_242_881),
    file('no-image.jpg', 'image/jpeg', 'just a text'),
    file('empty.jpg', 'image/jpeg', ''),
    file('phone.heic', 'image/heic', '\0\0\0\x18ftypheic'),
    file('moving.gif', 'image/gif', 'GIF89a'),
    file('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    file('plan.pdf', 'application/pdf', '%PDF-1.7'),
    file('roof', '', '\xff\xd8\xff'),
  ];
  const files = [jpeg, png, renamed, webp, ...others];
  expect(await pickImages(files, 'geocoder')).toEqual({ taken: [jpeg], dropped: 11 });
  expect(await pickImages(files, 'wix')).toEqual({ taken: [jpeg, png, renamed, webp], dropped: 8 });
});

test.each([
  [404, 'Image Not Found'],
  [403, 'Error Loading AJAX : Forbidden'],
  [500, 'Something Went Wrong, Please Try Again Later'],
])('a picture that answers %s says %s', async (status, words) => {
  const Picture = () => <StoredPicture url="/files/thumbnail/1" alt="Deck" />;
  openPage(Picture, { path: '/' }, () => ({ status }));
  fireEvent.error(screen.getByRole('img', { name: 'Deck' }));
  await screen.findByText(words);
});
