/** Dialog that finds towns by radius, state, county or ZIP codes, and adds them to the sheet. */
import { Box, Button, Flex, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TownFilter } from '#contract/places.contract.ts';
import type { DialogState } from '#web/kit/dialog-button.tsx';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import type { TownPoint } from '#web/kit/town-regions.rules.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import dialog from '#web/ui/dialog.module.css';
import { formatAmount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';
import { WorkDialog } from '#web/ui/work-dialog.tsx';
import type { ProjectForm } from './form-state.ts';
import { showFormFailure } from './show-form-failure.ts';
import { type TownSearch, useFoundTowns } from './use-found-towns.ts';

const AREAS = [
  { value: 'near', label: 'Radius' },
  { value: 'state', label: 'State' },
  { value: 'county', label: 'County' },
  { value: 'zips', label: 'ZIP codes' },
] as const;
type Area = (typeof AREAS)[number]['value'];

type Typed = Record<'near' | 'within' | 'min_population' | 'state' | 'county' | 'zips', string>;

const NOTHING: Typed = { near: '', within: '25', min_population: '1,000', state: '', county: '', zips: '' };

/** @returns `undefined` while a field is empty */
function toFilter(area: Area, typed: Typed): TownFilter | undefined {
  const [near, state, county] = [typed.near.trim(), typed.state.trim(), typed.county.trim()];
  // Spaces take the fewest characters of a URL.
  const zips = typed.zips.trim().replaceAll(/[\s,;]+/g, ' ');
  if (area === 'zips') return zips === '' ? undefined : { zips };
  // Thousands may be separated.
  const [within, minimum] = [typed.within, typed.min_population].map((text) => text.replaceAll(/[\s,]/g, ''));
  if (!minimum) return undefined;
  const population = { min_population: minimum };
  if (area === 'near') return near === '' || !within ? undefined : { near, within, ...population };
  if (state === '') return undefined;
  if (area === 'state') return { state, ...population };
  return county === '' ? undefined : { state, county, ...population };
}

type Props = DialogState & { form: Pick<ProjectForm, 'addTowns'> };

/** Dialog that adds towns. */
export function TownsDialog({ form, isOpened, onClose }: Props) {
  return (
    <WorkDialog title="Add towns" width={840} isOpened={isOpened} onClose={onClose}>
      <TownsForm form={form} onDone={onClose} />
    </WorkDialog>
  );
}

interface FormProps {
  form: Pick<ProjectForm, 'addTowns'>;
  onDone: () => void;
}

function TownsForm({ form, onDone }: FormProps) {
  const [area, setArea] = useState<Area>('near');
  const [typed, setTyped] = useState(NOTHING);
  const [isAdding, setAdding] = useState(false);
  const filter = toFilter(area, typed);
  const search = useFoundTowns(filter);
  const count = search.found?.count ?? 0;
  const change = (more: Partial<Typed>) => setTyped((old) => ({ ...old, ...more }));
  const add = async () => {
    if (!filter) return;
    setAdding(true);
    try {
      const { added, skipped } = await form.addTowns(filter);
      const detail = `${formatAmount(skipped, 'town')} ${skipped === 1 ? 'was' : 'were'} in the sheet already.`;
      const text = `${formatAmount(added, 'town')} added`;
      showToast({ kind: added > 0 ? 'success' : 'note', text, ...(skipped > 0 && { detail }) });
      onDone();
    } catch (error) {
      showFormFailure('Couldn’t add the towns.', error);
      setAdding(false);
    }
  };
  return (
    <Stack gap={16}>
      <SegmentedControl
        role="radiogroup"
        aria-label="Area"
        style={{ alignSelf: 'start' }}
        data={[...AREAS]}
        value={area}
        onChange={(value) => setArea(value)}
      />
      <AreaFields area={area} typed={typed} errors={search.errors} onChange={change} />
      {search.choices && <Choices choices={search.choices} onChoose={(near) => change({ near })} />}
      <SearchResult search={search} />
      <Flex className={dialog.actions ?? ''} justify="flex-end" gap={10}>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="filled" disabled={count === 0} loading={isAdding} onClick={add}>
          {count === 0 ? 'Add towns' : `Add ${formatAmount(count, 'town')}`}
        </Button>
      </Flex>
    </Stack>
  );
}

interface FieldsProps {
  area: Area;
  typed: Typed;
  errors: TownSearch['errors'];
  onChange: (more: Partial<Typed>) => void;
}

function AreaFields({ area, typed, errors = {}, onChange }: FieldsProps) {
  const text = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[name]?.join(' '),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  if (area === 'zips')
    return (
      <Textarea
        label="ZIP codes"
        description="Separated by spaces, commas or lines; up to 1,000"
        rows={4}
        data-autofocus
        {...text('zips')}
      />
    );
  return (
    <Flex gap={12} wrap="wrap" align="flex-start">
      {area === 'near' && (
        <>
          <TextInput
            label="Town"
            placeholder="Austin, TX"
            flex="1 1 200px"
            data-autofocus
            {...text('near')}
          />
          <TextInput label="Miles" w={110} inputMode="decimal" {...text('within')} />
        </>
      )}
      {area === 'county' && (
        <TextInput label="County" placeholder="Travis" flex="1 1 200px" {...text('county')} />
      )}
      {area !== 'near' && (
        <TextInput
          label="State"
          placeholder="TX"
          flex={area === 'state' ? '1 1 200px' : '0 1 140px'}
          {...text('state')}
        />
      )}
      <TextInput label="Minimum population" w={180} inputMode="numeric" {...text('min_population')} />
    </Flex>
  );
}

function Choices({ choices, onChoose }: { choices: readonly string[]; onChoose: (choice: string) => void }) {
  return (
    <Flex gap={8} wrap="wrap" role="group" aria-label="Choose a town">
      {choices.map((choice) => (
        <Button key={choice} size="xs" onClick={() => onChoose(choice)}>
          {choice}
        </Button>
      ))}
    </Flex>
  );
}

const HEADS = ['Towns', ''] as const;
const countTown = () => 1;
const MAX_NOTES = 5;

function SearchResult({ search: { found, isBusy, error } }: { search: TownSearch }) {
  return (
    <>
      <Box role="status" c="var(--text2)" fz="small">
        {isBusy && <BusyLine text="Finding towns" />}
        {found &&
          (found.count === 0
            ? 'No towns. Try a larger area or a smaller population.'
            : formatAmount(found.count, 'town'))}
        {error}
      </Box>
      {found && found.notes.length > 0 && (
        <Box component="ul" c="var(--text2)" fz="small">
          {found.notes.slice(0, MAX_NOTES).map((note) => (
            <li key={note}>{note}</li>
          ))}
          {found.notes.length > MAX_NOTES && <li>{found.notes.length - MAX_NOTES} more</li>}
        </Box>
      )}
      {found && found.points.length > 0 && (
        <div style={{ container: 'report / inline-size' }}>
          <LazyTownMap
            points={found.points}
            zoom={found.zoom}
            label={`Map of ${formatAmount(found.count, 'town')}`}
            heads={HEADS}
            countTowns={countTown}
          >
            {(drawing) => <Marks drawing={drawing} points={found.points} />}
          </LazyTownMap>
        </div>
      )}
    </>
  );
}

/** Lines without length: their round caps are the dots. */
function Marks({ drawing, points }: { drawing: MapDrawing; points: readonly TownPoint[] }) {
  const dots = useMemo(
    () =>
      points
        .flatMap(([latitude, longitude]) => {
          const at = drawing.place(longitude, latitude);
          return at ? [`M${at[0].toFixed(1)},${at[1].toFixed(1)}h0`] : [];
        })
        .join(''),
    [drawing, points],
  );
  return (
    <path
      fill="none"
      stroke="var(--sea)"
      strokeLinecap="round"
      strokeOpacity="0.7"
      strokeWidth="4"
      d={dots}
    />
  );
}
