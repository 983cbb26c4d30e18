/** A store that speaks S3 as a process of its own, so that it can be killed: its folder and port are its arguments. */
import S3rver from 's3rver';

const [, , directory = '', port = '', bucket = ''] = process.argv;
const store = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
});
const { port: heard } = await store.run();
process.stdout.write(`${heard}\n`);
