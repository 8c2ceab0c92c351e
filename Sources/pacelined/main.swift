import Daemon

DaemonProgram.run()
