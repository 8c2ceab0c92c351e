#pragma once
#include <avahi-common/malloc.h>
#include <dns_sd.h>
