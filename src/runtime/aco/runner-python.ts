/**
 * The program that runs a Python rule: arguments are the rule’s path, seconds to live, and the pid of the controller.
 *
 * The rule runs in a forked process, so that even C code that never lets go of the interpreter stops neither the clock
 * nor the watch over the parent; where there is no fork, threads do what they can. Results go to descriptor 3 as JSON
 * lines: `{i, score}`, `{i, error}` or `{fatal}`.
 */
export const PYTHON_RUNNER = `
import sys, os, json, math, threading, time, signal, importlib.util
script, seconds, controller = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
sys.argv = [script]
sys.dont_write_bytecode = True
end = time.monotonic() + seconds
def die():
    try: os.killpg(0, signal.SIGKILL)
    except Exception: pass
    os._exit(9)
def is_alive(pid):
    if os.name == 'nt': return True
    try: os.kill(pid, 0)
    except ProcessLookupError: return False
    except OSError: pass
    return True
def watch(parent):
    while os.getppid() == parent and is_alive(controller) and time.monotonic() < end: time.sleep(0.2)
    die()
def watching(parent): threading.Thread(target=watch, args=(parent,), daemon=True).start()
out = os.fdopen(3, 'w', encoding='utf-8')
def say(value):
    for stream in (sys.stdout, sys.stderr):
        try: stream.flush()
        except Exception: pass
    out.write(json.dumps(value) + '\\n'); out.flush()
parent = os.getppid()
if hasattr(os, 'fork'):
    leader = os.getpid()
    child = os.fork()
    if child:
        watching(parent)
        os.waitpid(child, 0)
        os._exit(0)
    parent = leader
watching(parent)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
except Exception: pass
lines = os.fdopen(os.dup(0), 'rb')
null = os.open(os.devnull, os.O_RDONLY)
os.dup2(null, 0)
sys.setrecursionlimit(max(sys.getrecursionlimit(), 5000))
def name(error): return '%s: %s' % (type(error).__name__, error)
try:
    spec = importlib.util.spec_from_file_location('scoring_rule', script)
    rule = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rule)
    score = rule.score
except BaseException as error:
    say({'fatal': name(error)}); os._exit(1)
for i, line in enumerate(lines):
    try:
        value = score(json.loads(line.decode('utf-8'))['artifact'])
        isNumber = hasattr(value, '__float__') and not isinstance(value, bool)
        value = float(value) if isNumber else None
        say({'i': i, 'score': value if isNumber and math.isfinite(value) else None})
    except BaseException as error:
        say({'i': i, 'error': name(error)})
os._exit(0)
`
