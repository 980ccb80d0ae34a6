import { afterEach, expect, test, vi } from 'vitest';
import { listenForInterrupt } from './interrupt.ts';

afterEach(() => void vi.restoreAllMocks());

test('the first Ctrl-C aborts, its echo from npm does nothing, a later one kills', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const onFirst = vi.fn();
  const before = process.listenerCount('SIGINT');
  const { signal } = listenForInterrupt(onFirst);
  process.emit('SIGINT');
  expect(signal.aborted).toBe(true);
  clock.mockReturnValue(1010);
  process.emit('SIGINT');
  expect(kill).not.toHaveBeenCalled();
  clock.mockReturnValue(2000);
  process.emit('SIGINT');
  expect(onFirst).toHaveBeenCalledTimes(1);
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGINT');
  // With nobody listening any more, that signal ends the process.
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('after the search nobody listens', () => {
  const before = process.listenerCount('SIGINT');
  const { signal, dispose } = listenForInterrupt(() => {});
  expect(process.listenerCount('SIGINT')).toBe(before + 1);
  dispose();
  expect(process.listenerCount('SIGINT')).toBe(before);
  expect(signal.aborted).toBe(false);
});
