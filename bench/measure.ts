/** Runs one measurement in this process and prints its figures: `node bench/measure.ts fill '{"seed":…}'`. */
import { MEASURES, type MeasureInput, type MeasureName } from './measures.ts';

const [name, text] = process.argv.slice(2);
const input: MeasureInput = JSON.parse(text ?? '{}');
process.stdout.write(JSON.stringify(await MEASURES[name as MeasureName](input)));
